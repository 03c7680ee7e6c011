'use client';

import { useTranslations } from 'next-intl';
import type { NumberFlaw } from '@/lib/domain/whole-number';

/** What is wrong with a typed number, in a sentence. */
export function useNumberText(): (flaw: NumberFlaw) => string {
  const t = useTranslations('share.detail.fields');
  return ({ kind, ...values }) => t(kind, values as { text: string; min: number; max: number });
}
