'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/upload-snapshot';

type PanelButtonsProps = {
  queue: UploadQueue;
  isBlocked: boolean;
  onStart: () => void;
};

/** Starts waiting files, or clears the list of waiting and failed ones. Hidden during an upload. */
export function PanelButtons({ queue, isBlocked, onStart }: PanelButtonsProps) {
  const t = useTranslations('upload.panel');
  const { phase, ids, counts } = useUploads(queue);
  if (phase !== 'idle' && !(phase === 'settled' && counts.failed > 0)) return null;
  return (
    <div className="flex justify-end gap-2">
      <Button tone="ghost" onClick={() => queue.remove(ids)}>
        {t('clear')}
      </Button>
      {phase === 'idle' && (
        <Button disabled={isBlocked} onClick={onStart}>
          {t('start', { count: counts.waiting })}
        </Button>
      )}
    </div>
  );
}
