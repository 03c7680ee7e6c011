'use client';

import { useTranslations } from 'next-intl';
import type { UploadFailure } from '@/lib/client/upload/upload-item';

/** Prefers the server's own message. */
export function useUploadFailure(failure: UploadFailure | null): string | null {
  const t = useTranslations('upload.failure');
  if (!failure) return null;
  if (failure.kind === 'refused') return failure.message;
  return failure.kind === 'status' ? t('status', { status: failure.status }) : t('unreadable');
}
