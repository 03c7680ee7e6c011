'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { validityChoices } from '@/lib/domain/validity';

const units = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1000 },
] as const;

/** A validity in words: as it was offered, else in the largest unit of which it has at least one. */
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
