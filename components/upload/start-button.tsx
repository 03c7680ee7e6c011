'use client';

import { PauseIcon, PlayIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/upload-snapshot';

type StartButtonProps = { queue: UploadQueue; isOff: boolean; onStart: () => void };

/** Sends the files while the form is still filled in; pauses and resumes what is on its way. */
export function StartButton({ queue, isOff, onStart }: StartButtonProps) {
  const t = useTranslations('upload.progress');
  const { phase, ids } = useUploads(queue);
  if (phase === 'running' || phase === 'paused') {
    const isPaused = phase === 'paused';
    return (
      <Button tone="quiet" onClick={() => (isPaused ? queue.start() : queue.pause())}>
        {isPaused ? <PlayIcon aria-hidden /> : <PauseIcon aria-hidden />}
        {t(isPaused ? 'resume' : 'pause')}
      </Button>
    );
  }
  return (
    <Button tone="quiet" disabled={isOff || ids.length === 0 || phase === 'settled'} onClick={onStart}>
      <PlayIcon aria-hidden />
      {t('start')}
    </Button>
  );
}
