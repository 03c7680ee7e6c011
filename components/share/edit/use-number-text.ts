'use client';

import { useTranslations } from 'next-intl';
import type { NumberFlaw } from '@/lib/domain/whole-number';

export function useNumberText(): (flaw: NumberFlaw) => string {
  const t = useTranslations('share.detail.fields');
  return ({ kind, ...values }) => t(kind, values as { text: string; min: number; max: number });
}
