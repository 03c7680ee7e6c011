'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useBytes } from '@/lib/client/use-bytes';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { totalOf } from '@/lib/domain/share-total';
import { dateTimeFormat } from '@/lib/domain/time/moment';

export function ShareFacts({ detail }: { detail: ShareDetail }) {
  const t = useTranslations('share.detail');
  const format = useFormatter();
  const sizeText = useBytes();
  const date = (millis: number | null | undefined) =>
    millis ? format.dateTime(millis, dateTimeFormat('medium')) : '–';
  const published = detail.publishInfo?.enabled ? detail.publishInfo : null;
  const { files: count, size } = totalOf(detail);

  const facts = [
    [t('facts.files'), t('summary', { count, size: sizeText(size) })],
    [t('facts.created'), date(detail.created)],
    [t('facts.creator'), detail.creator ?? '–'],
    ...(detail.aliasName === null ? [] : [[t('facts.alias'), detail.aliasName]]),
    [t('facts.published'), date(published?.publishDate)],
    [t('facts.ends'), date(published?.publishUntil)],
    [t('facts.lastAccess'), date(published?.lastAccess)],
    [t('facts.views'), published ? format.number(published.views) : '–'],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-line py-3 text-sm max-md:border-b">
      {facts.map(([label, value]) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="pl-2 text-muted md:pl-0">{label}</dt>
          <dd className="min-w-0 pr-2 text-right tabular-nums [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
