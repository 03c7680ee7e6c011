'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/use-uploads';

type PanelButtonsProps = {
  queue: UploadQueue;
  /** What waits may not be sent. */
  isBlocked: boolean;
  onStart: () => void;
};

/** While nothing is on its way: sends what waits, or clears the list of what waits and of what failed. */
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
