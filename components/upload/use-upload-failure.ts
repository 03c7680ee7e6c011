'use client';

import { useTranslations } from 'next-intl';
import type { UploadFailure } from '@/lib/client/upload/upload-item';

/** Why a file failed, in a sentence; the server's own words where it gave some. */
export function useUploadFailure(failure: UploadFailure | null): string | null {
  const t = useTranslations('upload.failure');
  if (!failure) return null;
  if (failure.kind === 'refused') return failure.message;
  return failure.kind === 'status' ? t('status', { status: failure.status }) : t('unreadable');
}
