'use client';

import { useTranslations } from 'next-intl';
import { useFileBytes } from '@/lib/client/content/use-file-bytes';
import type { ZipOffer } from './zip-offer';

export function ZipProblem({ offer, maxBytes }: { offer: ZipOffer; maxBytes: number }) {
  const t = useTranslations('files.zip');
  const sizeText = useFileBytes();
  const { link, isAll, sizeBytes } = offer;
  if (!('problem' in link)) return null;
  const values = { size: sizeText(sizeBytes), max: sizeText(maxBytes) };
  return (
    <p role="status" className="mb-3 text-sm text-muted text-pretty">
      {t(isAll ? 'allTooLarge' : 'tooLarge', values)}
    </p>
  );
}
