'use client';

import { useTranslations } from 'next-intl';
import { useCall } from '@/lib/client/call/use-call';
import { useBytes } from '@/lib/client/content/use-bytes';
import type { Additions } from '@/lib/client/upload/unfinished/server-files';
import { settings } from '@/lib/contract/settings';

/** Returns null when the files fit into the person's own quota. */
export function useQuotaProblem({ count, bytes: addedBytes }: Additions): string | null {
  const t = useTranslations('upload.quota');
  const sizeText = useBytes();
  const { data } = useCall(settings.usage, {});
  if (!data || count === 0) return null;
  const { bytes, files, maxBytes, maxFiles } = data;
  if (maxBytes !== null && bytes + addedBytes > maxBytes) {
    const left = sizeText(Math.max(0, maxBytes - bytes));
    return t('size', { total: sizeText(addedBytes), left, max: sizeText(maxBytes) });
  }
  if (maxFiles === null || files + count <= maxFiles) return null;
  return t('files', { count, left: Math.max(0, maxFiles - files), max: maxFiles });
}
