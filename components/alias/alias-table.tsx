import { useTranslations } from 'next-intl';
import { LongRows } from '@/components/list/long-rows';
import { rowHeight, rowsLook } from '@/components/ui/table-look';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import { AliasRow } from './alias-row';

type AliasTableProps = {
  items: readonly AliasDetail[];
  isStale: boolean;
};

const fromTablet = 'hidden pl-6 font-normal whitespace-nowrap sm:table-cell';
const fromDesktop = 'hidden pl-6 font-normal whitespace-nowrap md:table-cell';

export function AliasTable({ items, isStale }: AliasTableProps) {
  const t = useTranslations('alias.list');
  return (
    <table
      aria-label={t('title')}
      aria-busy={isStale}
      className="w-full border-separate border-spacing-0 border-b border-line transition-colors duration-100 aria-busy:border-accent max-sm:border-t"
    >
      <thead className="text-left text-xs text-muted max-sm:sr-only">
        <tr className="h-9 [&>*]:border-b [&>*]:border-line">
          <th scope="col" className="font-normal sm:pl-2">
            {t('name')}
          </th>
          <th scope="col" className={fromTablet}>
            {t('enabled')}
          </th>
          <th scope="col" className={fromTablet}>
            {t('owner')}
          </th>
          <th scope="col" className={fromTablet}>
            {t('validity')}
          </th>
          <th scope="col" className={fromDesktop}>
            {t('members')}
          </th>
          <th scope="col" className={`${fromDesktop} text-right`}>
            {t('created')}
          </th>
          <td aria-hidden className={fromDesktop} />
          <td />
        </tr>
      </thead>
      <LongRows as="tbody" rows={items} rowHeight={rowHeight} className={rowsLook}>
        {(item) => <AliasRow key={item.id} item={item} />}
      </LongRows>
    </table>
  );
}
