import { useTranslations } from 'next-intl';
import type { Finding } from '@/lib/contract/admin/doctor';

type FindingTexts = { (key: string, values: Record<string, string>): string; has: (key: string) => boolean };

/** Returns the bare code of a finding that this version has no text for. */
export function useFindingText() {
  // The server names the findings, so the keys are not literals here.
  const say = useTranslations('doctor.said') as unknown as FindingTexts;
  return ({ check, code, values }: Finding): string => {
    const key = code === 'late' || code === 'unclear' ? code : `${check}.${code}`;
    return say.has(key) ? say(key, values) : code;
  };
}

export const isTrouble = ({ outcome }: Finding): boolean => outcome === 'warning' || outcome === 'failure';
