'use client';

import { useTranslations } from 'next-intl';
import { validityChoices } from '@/lib/domain/validity';

const dayMs = 86_400_000;

/** A validity in words: as it was offered, else in days. */
export function usePeriod(): (validityMs: number) => string {
  const t = useTranslations('share.detail');
  return (validityMs) => {
    const offered = validityChoices.find(({ ms }) => ms === validityMs);
    if (offered) return t(`period.${offered.unit}`, { amount: offered.amount });
    return t('fields.otherPeriod', { days: Math.round((validityMs / dayMs) * 100) / 100 });
  };
}
