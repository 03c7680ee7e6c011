'use client';

import { useTranslations } from 'next-intl';
import { LongRows } from '@/components/list/long-rows';
import { rowHeight, rowsLook, tableLook } from '@/components/ui/table-look';
import type { ShareListItem } from '@/lib/contract/share-shapes';
import { ShareRow } from './share-row';
import type { ShareChoice } from './use-share-choice';

type ShareTableProps = {
  items: readonly ShareListItem[];
  /** Its name for those who don't see the heading above it. */
  label: string;
  /** Newer rows are on their way. */
  isStale?: boolean;
  /** Where several can be chosen. */
  choice?: ShareChoice;
};

export function ShareTable({ items, label, isStale = false, choice }: ShareTableProps) {
  const t = useTranslations('share.list');
  const detail = useTranslations('share.detail');
  return (
    <table aria-label={label} aria-busy={isStale} className={tableLook}>
      <thead className="sr-only">
        <tr>
          {choice && <td aria-hidden />}
          <td aria-hidden />
          <th scope="col">{t('name')}</th>
          <th scope="col">{detail('facts.alias')}</th>
          <th scope="col">{t('status')}</th>
          <th scope="col">{detail('fields.maxViews')}</th>
          <th scope="col">{t('files')}</th>
          <th scope="col">{t('size')}</th>
          <th scope="col">{t('downloadsHead')}</th>
          <th scope="col">{t('created')}</th>
        </tr>
      </thead>
      <LongRows as="tbody" rows={items} rowHeight={rowHeight} className={rowsLook}>
        {(item) => <ShareRow key={item.id} item={item} {...(choice && { choice })} />}
      </LongRows>
    </table>
  );
}
