'use client';

import { useTranslations } from 'next-intl';
import type { Finding } from '@/lib/contract/doctor';

type Say = { (key: string, values: Record<string, string>): string; has: (key: string) => boolean };

/** A finding in words. What a newer server has found stays as it calls it. */
export function useFindingText() {
  // Which words there are is the server's to say, so their names are no literals here.
  const say = useTranslations('doctor.said') as unknown as Say;
  return ({ check, code, values }: Finding): string => {
    const key = code === 'late' || code === 'unclear' ? code : `${check}.${code}`;
    return say.has(key) ? say(key, values) : code;
  };
}
