import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/button';
import { Select } from '@/components/ui/form/select';
import { type AccountSort, accountSorts } from '@/lib/contract/account';
import type { AccountView } from './account-view';

export function SortSelect({ view, onSort }: { view: AccountView; onSort: (sort: AccountSort) => void }) {
  const t = useTranslations('account.list');
  const Arrow = view.order === 'asc' ? ArrowUpIcon : ArrowDownIcon;
  return (
    <div className="mb-3 flex gap-2 sm:hidden">
      <div className="flex-1">
        <Select
          label={t('sort')}
          value={view.sort}
          onValueChange={onSort}
          options={accountSorts.map((sort) => ({
            value: sort,
            label: t('sortedBy', { column: t(`column.${sort}`) }),
          }))}
        />
      </div>
      <IconButton
        tone="quiet"
        label={t(view.order === 'asc' ? 'upwards' : 'downwards')}
        onClick={() => onSort(view.sort)}
      >
        <Arrow aria-hidden />
      </IconButton>
    </div>
  );
}
