'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { usePeriod } from '@/components/share/use-period';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import { dateTimeFormat } from '@/lib/domain/time/moment';

export function AliasFacts({ detail }: { detail: AliasDetail }) {
  const t = useTranslations('alias');
  const format = useFormatter();
  const periodOf = usePeriod();
  const members = detail.members.items.map(({ login }) => login).join(', ');
  const facts = [
    [t('list.enabled'), t(detail.enabled ? 'list.on' : 'list.off')],
    [t('list.validity'), periodOf(detail.validity)],
    [t('list.members'), members || '–'],
    [t('list.created'), format.dateTime(detail.created, dateTimeFormat('medium'))],
  ];
  return (
    <dl className="mt-4 divide-y divide-line border-y border-line text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="flex gap-6 px-2 py-3">
          <dt className="text-muted">{label}</dt>
          <dd className="ml-auto min-w-0 text-right wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
