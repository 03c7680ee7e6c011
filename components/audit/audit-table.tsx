import { useTranslations } from 'next-intl';
import { LongRows } from '@/components/list/long-rows';
import { rowHeight } from '@/components/ui/table-look';
import type { AuditItem } from '@/lib/contract/audit';
import { AuditRow } from './audit-row';

type AuditTableProps = { items: readonly AuditItem[]; label: string; isStale: boolean };

export function AuditTable({ items, label, isStale }: AuditTableProps) {
  const t = useTranslations('audit');
  return (
    <table
      aria-label={label}
      aria-busy={isStale}
      className="w-full border-y border-line transition-colors duration-100 aria-busy:border-accent"
    >
      <thead className="text-left text-xs text-muted max-md:sr-only [&_th]:py-2 [&_th]:pr-6 [&_th]:font-medium">
        <tr>
          <th scope="col">
            <span className="pl-8">{t('filter.event')}</span>
          </th>
          <th scope="col">{t('outcomeHead')}</th>
          <th scope="col">{t('who')}</th>
          <th scope="col">{t('object')}</th>
          <th scope="col">{t('address')}</th>
          <th scope="col" className="pr-2! text-right">
            {t('time')}
          </th>
        </tr>
      </thead>
      <LongRows as="tbody" rows={items} rowHeight={rowHeight} className="border-t border-line">
        {(item) => <AuditRow key={item.id} item={item} />}
      </LongRows>
    </table>
  );
}
