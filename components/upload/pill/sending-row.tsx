'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { ActiveUpload } from '@/lib/client/upload/active-uploads';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { percent } from '@/lib/domain/units';

export function SendingRow({ sending: { name, queue, page } }: { sending: ActiveUpload }) {
  const t = useTranslations('nav.uploads');
  const format = useFormatter();
  const { phase, halt, sentBytes, totalBytes } = useUploads(queue);
  const isPaused = phase === 'paused';
  const title = name ?? t('unnamed');
  const done = format.number(percent(sentBytes, totalBytes) / 100, { style: 'percent' });
  return (
    <div className="relative flex items-center gap-2 py-1 pr-1.5">
      <Link
        href={page}
        className="flex min-h-9 min-w-0 flex-1 items-center gap-2 pl-4 font-medium -outline-offset-2 pointer-coarse:min-h-11"
      >
        <span className="truncate">{title}</span>{' '}
        <span className="shrink-0 text-muted tabular-nums">{done}</span>
      </Link>
      {!halt && (
        <Button tone="ghost" onClick={() => (isPaused ? queue.start() : queue.pause())}>
          {t(isPaused ? 'resume' : 'pause')}
          <span className="sr-only"> {title}</span>
        </Button>
      )}
      <span
        aria-hidden
        style={{ transform: `scaleX(${totalBytes > 0 ? sentBytes / totalBytes : 1})` }}
        className={`absolute inset-x-0 bottom-0 h-0.5 origin-left transition-transform duration-150 ease-linear motion-reduce:transition-none ${isPaused ? 'bg-faint' : 'bg-accent'}`}
      />
    </div>
  );
}
