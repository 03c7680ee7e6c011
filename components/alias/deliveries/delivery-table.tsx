import { useTranslations } from 'next-intl';
import { LongRows } from '@/components/list/long-rows';
import { rowsLook, tableLook } from '@/components/ui/table-look';
import type { DeliveryItem } from '@/lib/contract/alias/deliveries';
import { DeliveryRow } from './delivery-row';

const rowHeight = 64;

type DeliveryTableProps = {
  items: readonly DeliveryItem[];
  questions: readonly string[];
  hasAlbum: boolean;
  isStale: boolean;
};

export function DeliveryTable({ items, questions, hasAlbum, isStale }: DeliveryTableProps) {
  const t = useTranslations('deliveries');
  const before = items.flatMap(({ answers }) => answers.map(({ label }) => label));
  const columns = [...new Set([...questions, ...before])];
  const head = 'py-2 font-normal';
  return (
    <div className="overflow-x-auto">
      <table aria-label={t('title')} aria-busy={isStale} className={tableLook}>
        <thead className="text-left text-xs text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className={`${head} w-9`}>
              <span className="sr-only">{t('column.done')}</span>
            </th>
            {hasAlbum && <td aria-hidden />}
            <th scope="col" className={`${head} pl-2`}>
              {t('column.sender')}
            </th>
            {columns.map((label) => (
              <th key={label} scope="col" className={`${head} hidden max-w-40 truncate pl-6 lg:table-cell`}>
                {label}
              </th>
            ))}
            <th scope="col" className={`${head} hidden pl-6 text-right sm:table-cell`}>
              {t('column.files')}
            </th>
            <th scope="col" className={`${head} hidden pr-2 pl-6 text-right sm:table-cell`}>
              {t('column.received')}
            </th>
          </tr>
        </thead>
        <LongRows as="tbody" rows={items} rowHeight={rowHeight} className={rowsLook}>
          {(item) => <DeliveryRow key={item.id} {...{ item, columns, hasAlbum }} />}
        </LongRows>
      </table>
    </div>
  );
}
