'use client';

import { PauseIcon, PlayIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { isProxySignInNeeded, onConnection } from '@/lib/client/call/connection';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { type UploadSnapshot, useUploads } from '@/lib/client/upload/upload-snapshot';
import { timeLeft } from '@/lib/domain/time/moment';
import { openPercent, percent } from '@/lib/domain/units';

export function UploadProgress({ queue, hasButton = true }: { queue: UploadQueue; hasButton?: boolean }) {
  const t = useTranslations('upload');
  const uploads = useUploads(queue);
  const { sentBytes, totalBytes, phase, halt } = uploads;
  const share = (phase === 'settled' ? percent : openPercent)(sentBytes, totalBytes);
  const done = t('percent', { percent: share });
  useTabTitle(
    phase === 'running' ? done : phase === 'paused' ? t('progress.tabPaused', { percent: share }) : null,
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto text-3xl/9 font-semibold tracking-tight whitespace-nowrap tabular-nums sm:mr-0">
          {done}
        </p>
        <p className="min-w-0 text-xs/4 text-muted tabular-nums max-sm:order-last max-sm:basis-full sm:mr-auto">
          <ProgressWords uploads={uploads} />
        </p>
        {hasButton && (phase === 'running' || (phase === 'paused' && !halt)) && (
          <PauseButton queue={queue} phase={phase} />
        )}
      </div>
      <div
        role="progressbar"
        aria-label={t('progress.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          style={{ transform: `scaleX(${totalBytes > 0 ? sentBytes / totalBytes : 1})` }}
          className={`h-full origin-left transition-transform duration-150 ease-linear motion-reduce:transition-none ${phase === 'paused' ? 'bg-faint' : 'bg-accent'}`}
        />
      </div>
    </div>
  );
}

function ProgressWords({ uploads }: { uploads: UploadSnapshot }) {
  const t = useTranslations('upload.progress');
  const app = useTranslations('app');
  const sizeText = useShortBytes();
  const { sentBytes, totalBytes, bytesPerSecond, counts, phase, ids } = uploads;
  const left = useTimeLeft(uploads.msLeft);
  const isWaiting = counts.reconnecting > 0 && counts.uploading === 0;
  const isGate = useSyncExternalStore(onConnection, isProxySignInNeeded, () => false);
  const pace = bytesPerSecond === null ? null : t('speed', { speed: sizeText(Math.round(bytesPerSecond)) });
  const second =
    phase === 'settled'
      ? null
      : phase === 'paused'
        ? t('paused')
        : isWaiting
          ? isGate
            ? app('gate')
            : t('reconnecting')
          : [pace, left].filter(Boolean).join(' · ');
  return (
    <>
      <span className="block">
        {t('sent', {
          sent: sizeText(sentBytes),
          total: sizeText(totalBytes),
          done: counts.done,
          count: ids.length,
        })}
      </span>
      <span className="block min-h-4">{second}</span>
    </>
  );
}

function PauseButton({ queue, phase }: { queue: UploadQueue; phase: 'running' | 'paused' }) {
  const t = useTranslations('upload.progress');
  const isPaused = phase === 'paused';
  return (
    <Button tone="quiet" onClick={() => (isPaused ? queue.start() : queue.pause())}>
      {isPaused ? <PlayIcon aria-hidden /> : <PauseIcon aria-hidden />}
      {isPaused ? t('resume') : t('pause')}
    </Button>
  );
}

function useTimeLeft(ms: number | null): string | null {
  const t = useTranslations('upload.left');
  if (ms === null) return null;
  const { hours, minutes, seconds } = timeLeft(ms);
  if (hours > 0 && minutes > 0) return t('hoursAndMinutes', { hours, minutes });
  if (hours > 0) return t('hours', { hours });
  return minutes > 0 ? t('minutes', { minutes }) : t('seconds', { seconds });
}

function useTabTitle(words: string | null): void {
  useEffect(() => {
    if (words === null) return;
    const own = document.title;
    document.title = own === '' ? words : `${words} · ${own}`;
    return () => {
      document.title = own;
    };
  }, [words]);
}

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
