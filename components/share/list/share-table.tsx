'use client';

import { useTranslations } from 'next-intl';
import { LongRows } from '@/components/list/long-rows';
import { rowsLook, tableLook } from '@/components/ui/table';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { useNow } from '../use-limits';
import type { ShareChoice } from './chosen-shares';
import { ShareRow } from './share-row';

/** Height in pixels of a row with two lines. */
const rowHeight = 64;

const head = 'py-2 font-normal';

type ShareTableProps = {
  items: readonly ShareListItem[];
  label: string;
  /** The server's clock at the first paint, in milliseconds since 1970. */
  nowMs: number;
  isStale?: boolean;
  choice?: ShareChoice;
};

export function ShareTable({ items, label, nowMs, isStale = false, choice }: ShareTableProps) {
  const t = useTranslations('share.list');
  const facts = useTranslations('share.detail.facts');
  const files = useTranslations('files');
  const now = useNow(nowMs);
  return (
    <table aria-label={label} aria-busy={isStale} className={tableLook}>
      <thead className="text-left text-xs text-muted max-sm:sr-only">
        <tr>
          {choice && <td aria-hidden />}
          <th scope="col" className={`${head} pl-2`}>
            {t('name')}
          </th>
          <th scope="col" className={`${head} hidden pl-6 whitespace-nowrap lg:table-cell`}>
            {facts('alias')}
          </th>
          <NumberHeader>{facts('views')}</NumberHeader>
          <th scope="col" className={`${head} hidden pl-6 sm:table-cell`}>
            {t('status')}
          </th>
          <NumberHeader>{facts('files')}</NumberHeader>
          <NumberHeader>{files('bytes')}</NumberHeader>
          <th scope="col" className={`${head} hidden pr-2 pl-6 text-right lg:table-cell`}>
            {t('created')}
          </th>
          <td aria-hidden />
        </tr>
      </thead>
      <LongRows as="tbody" rows={items} rowHeight={rowHeight} className={rowsLook}>
        {(item) => <ShareRow key={item.id} {...{ item, now }} {...(choice && { choice })} />}
      </LongRows>
    </table>
  );
}

const NumberHeader = ({ children }: { children: string }) => (
  <th scope="col" className={`${head} hidden pl-6 text-right lg:table-cell`}>
    {children}
  </th>
);
