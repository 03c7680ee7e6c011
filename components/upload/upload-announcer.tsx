'use client';

import { useTranslations } from 'next-intl';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { percent } from '@/lib/domain/units';

export function UploadAnnouncer({ queue }: { queue: UploadQueue }) {
  const t = useTranslations('upload.announce');
  const { phase, counts, sentBytes, totalBytes } = useUploads(queue);
  const quarter = Math.floor(percent(sentBytes, totalBytes) / 25) * 25;
  const isWaiting = counts.reconnecting > 0 && counts.uploading === 0;
  const words = {
    empty: '',
    idle: '',
    running: isWaiting ? t('reconnecting') : t('running', { percent: quarter }),
    paused: t('paused'),
    settled:
      counts.failed > 0 ? t('someFailed', { count: counts.failed }) : t('done', { count: counts.done }),
  };
  return (
    <p role="status" className="sr-only">
      {words[phase]}
    </p>
  );
}
