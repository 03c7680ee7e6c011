import { useFormatter, useTranslations } from 'next-intl';
import { Fragment } from 'react';
import type { FileTotals } from '@/lib/domain/share-total';
import { zonedDateTimeFormat } from '@/lib/domain/time/moment';

type ShareLineProps = { sender: string | null; total: FileTotals | null; until: number | null };

export function ShareLine({ sender, total, until }: ShareLineProps) {
  const t = useTranslations('open');
  const format = useFormatter();
  const facts = [
    sender !== null && <span className="font-medium text-ink">{t('from', { name: sender })}</span>,
    total !== null && total.files > 0 && <span>{t('count', { count: total.files })}</span>,
    until !== null && (
      <span>{t('availableUntil', { date: format.dateTime(until, zonedDateTimeFormat) })}</span>
    ),
  ].filter((fact) => fact !== false);
  if (facts.length === 0) return null;
  return (
    <p className="mb-2 text-sm text-muted tabular-nums [overflow-wrap:anywhere]">
      {facts.map((fact, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is fixed
        <Fragment key={nth}>
          {nth > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </p>
  );
}
