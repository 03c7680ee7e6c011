'use client';

import { useTranslations } from 'next-intl';
import { timeLeft } from '@/lib/domain/time/time-left';

/** "about 2 minutes left"; null when nothing can be said yet. */
export function useTimeLeft(ms: number | null): string | null {
  const t = useTranslations('upload.left');
  if (ms === null) return null;
  const { hours, minutes, seconds } = timeLeft(ms);
  if (hours > 0 && minutes > 0) return t('hoursAndMinutes', { hours, minutes });
  if (hours > 0) return t('hours', { hours });
  return minutes > 0 ? t('minutes', { minutes }) : t('seconds', { seconds });
}
