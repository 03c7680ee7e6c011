'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { deviceZone } from '@/lib/client/choices/device-zone';
import { useViewer } from '@/lib/client/session/session';
import { largestUnit, zonedDateTimeFormat } from '@/lib/domain/time/moment';

/** A visitor has chosen no zone, so the browser's counts as soon as it is known. */
export function ExpiryFact({ until }: { until: number }) {
  const t = useTranslations('open');
  const format = useFormatter();
  const isVisitor = useViewer() === null;
  const device = useSyncExternalStore(never, deviceZone, () => undefined);
  const now = Date.now();
  const { unit } = largestUnit(Math.max(0, until - now));
  const zone = isVisitor && device ? { timeZone: device } : {};
  const exact = format.dateTime(until, { ...zonedDateTimeFormat, ...zone });
  return (
    <time dateTime={new Date(until).toISOString()} title={exact} suppressHydrationWarning>
      {t('expires', { when: format.relativeTime(until, { now, unit }) })}
    </time>
  );
}

/** A device's time zone doesn't change while a page is open. */
const never = () => () => undefined;
