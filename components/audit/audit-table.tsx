import { useTranslations } from 'next-intl';
import { LongRows } from '@/components/list/long-rows';
import { rowHeight, tableLook } from '@/components/ui/table';
import type { AuditItem } from '@/lib/contract/admin/audit';
import { groupUploads } from './audit-groups';
import { AuditRow } from './audit-row';

type AuditTableProps = { items: readonly AuditItem[]; label: string; isStale: boolean };

/** Fixed column widths, so that rows that load later move nothing. */
export function AuditTable({ items, label, isStale }: AuditTableProps) {
  const t = useTranslations('audit');
  return (
    <table aria-label={label} aria-busy={isStale} className={`${tableLook} md:table-fixed`}>
      {/* Details span six columns; on tablets, which show five, the last has no width. */}
      <colgroup>
        <col span={5} />
        <col className="md:max-lg:w-0" />
      </colgroup>
      <thead className="text-left text-xs text-muted max-md:sr-only [&_th]:py-2 [&_th]:pr-6 [&_th]:font-medium">
        <tr>
          <th scope="col">
            <span className="pl-8">{t('filter.event')}</span>
          </th>
          <th scope="col" className="md:w-28">
            {t('outcomeHead')}
          </th>
          <th scope="col" className="md:w-28 lg:w-36">
            {t('who')}
          </th>
          <th scope="col" className="md:w-36 lg:w-44">
            {t('object')}
          </th>
          <th scope="col" className="lg:w-36 max-lg:md:hidden">
            {t('address')}
          </th>
          <th scope="col" className="pr-2! text-right md:w-50">
            {t('time')}
          </th>
        </tr>
      </thead>
      <LongRows
        as="tbody"
        rows={groupUploads(items)}
        rowHeight={rowHeight}
        className="[thead+&>tr:first-child>td]:max-md:border-t-0"
      >
        {(group) => <AuditRow key={group[0].id} group={group} />}
      </LongRows>
    </table>
  );
}
