import { useTranslations } from 'next-intl';
import { SortHeader } from '@/components/ui/sort-header';
import { rowsLook, tableLook } from '@/components/ui/table-look';
import { type AccountDetail, type AccountSort, accountSorts } from '@/lib/contract/account';
import { AccountRow, accountColumns } from './account-row';
import type { AccountView } from './account-view';

type AccountTableProps = {
  items: readonly AccountDetail[];
  view: AccountView;
  isStale: boolean;
  onSort: (sort: AccountSort) => void;
};

export function AccountTable({ items, view, isStale, onSort }: AccountTableProps) {
  const t = useTranslations('account.list');
  return (
    <table aria-label={t('title')} aria-busy={isStale} className={tableLook}>
      <thead className="max-sm:hidden [&_th]:border-b [&_th]:border-line">
        <tr>
          {accountSorts.map((sort) => (
            <SortHeader
              key={sort}
              {...accountColumns[sort]}
              order={view.sort === sort ? view.order : null}
              onSort={() => onSort(sort)}
            >
              {t(`column.${sort}`)}
            </SortHeader>
          ))}
        </tr>
      </thead>
      <tbody className={rowsLook}>
        {items.map((item) => (
          <AccountRow key={item.id} item={item} />
        ))}
      </tbody>
    </table>
  );
}
