'use client';

import { useTranslations } from 'next-intl';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { useVerdict } from '../use-verdict';
import type { ZipOffer } from './zip-offer';

export function ZipProblem({ offer, maxBytes }: { offer: ZipOffer; maxBytes: number }) {
  const t = useTranslations('files.zip');
  const sizeText = useShortBytes();
  const { link, isAll, sizeBytes, waiting = 0 } = offer;
  useVerdict(waiting > 0);
  const isTooLarge = 'problem' in link && link.problem === 'tooLarge';
  if (!isTooLarge && waiting === 0) return null;
  const values = { size: sizeText(sizeBytes), max: sizeText(maxBytes) };
  return (
    <p role="status" className="mb-3 text-sm text-muted text-pretty">
      {isTooLarge ? t(isAll ? 'allTooLarge' : 'tooLarge', values) : t('beingChecked', { count: waiting })}
    </p>
  );
}
