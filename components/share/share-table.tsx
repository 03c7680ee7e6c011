import { useTranslations } from 'next-intl';
import { tableLook } from '@/components/ui/table-look';
import type { ShareListItem } from '@/lib/contract/share';
import { ShareRow } from './share-row';

type ShareTableProps = {
  items: readonly ShareListItem[];
  /** Its name for those who don't see the heading above it. */
  label: string;
  /** Newer rows are on their way. */
  isStale?: boolean;
};

export function ShareTable({ items, label, isStale = false }: ShareTableProps) {
  const t = useTranslations('share.list');
  return (
    <table aria-label={label} aria-busy={isStale} className={tableLook}>
      <thead className="sr-only">
        <tr>
          <td aria-hidden />
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('status')}</th>
          <th scope="col">{t('files')}</th>
          <th scope="col">{t('size')}</th>
          <th scope="col">{t('created')}</th>
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
