'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import type { NumberFlaw } from '@/lib/domain/limits';
import { largestUnit } from '@/lib/domain/time/moment';
import { validityChoices } from '@/lib/domain/time/validity';

const dayMs = 86_400_000;

const units = [
  { unit: 'day', ms: dayMs },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1000 },
] as const;

/** Uses the wording of the offered choices where one matches, else the largest unit that fits. */
export function usePeriod(): (validityMs: number) => string {
  const t = useTranslations('validity');
  const format = useFormatter();
  return (validityMs) => {
    const offered = validityChoices.find(({ ms }) => ms === validityMs);
    if (offered) return t(offered.unit, { amount: offered.amount });
    const { unit, ms } = units.find((candidate) => candidate.ms <= validityMs) ?? units[3];
    return format.number(validityMs / ms, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: 1,
    });
  };
}

/** Months for 30 days and more, like the offered periods: `in 1 month`, never `in 4 weeks` or `in 1 year`. */
function useRelativeTime(): (when: number, now: number) => string {
  const format = useFormatter();
  return (when, now) =>
    Math.round(Math.abs(when - now) / dayMs) >= 30
      ? format.relativeTime(when, { now, unit: 'month' })
      : format.relativeTime(when, now);
}

/** One wording everywhere: `6 days left`, later `2 days ago`. */
export function useTimeLeft(): (end: number, now: number) => string {
  const t = useTranslations('share.list.life');
  const period = useTranslations('validity');
  const timeTo = useRelativeTime();
  return (end, now) => {
    if (end <= now) return timeTo(end, now);
    const { unit, amount } = largestUnit(end - now);
    return t('left', { time: period(unit, { amount }) });
  };
}

export function useNumberText(): (flaw: NumberFlaw) => string {
  const t = useTranslations('share.detail.fields');
  return ({ kind, ...values }) => t(kind, values as { text: string; min: number; max: number });
}

/** Starts with the server's time, so that both render the same page, and updates every half minute. */
export function useNow(startMs: number): number {
  const [now, setNow] = useState(startMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
