import { useTranslations } from 'next-intl';
import type { ShareListItem } from '@/lib/contract/share';
import { ShareRow } from './share-row';

const columns = ['name', 'status', 'files', 'size', 'created'] as const;

export function ShareTable({ items, isBusy = false }: { items: readonly ShareListItem[]; isBusy?: boolean }) {
  const t = useTranslations('share.list');
  return (
    <table aria-busy={isBusy} className="w-full border-y border-line aria-busy:opacity-60">
      <thead className="sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {items.map((item) => (
          <ShareRow key={item.id} item={item} />
        ))}
      </tbody>
    </table>
  );
}
