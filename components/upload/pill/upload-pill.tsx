'use client';

import { XIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { type ActiveUpload, activeUploads, finishedShares } from '@/lib/client/upload/active-uploads';
import { type UnfinishedUpload, unfinishedStore } from '@/lib/client/upload/unfinished/unfinished-store';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { percent } from '@/lib/domain/units';
import { paths } from '@/lib/paths';

// Every page has the box, and few of them something that is done.
const FinishedRows = dynamic(() => import('./finished-rows').then((part) => part.FinishedRows), {
  ssr: false,
});

const none: readonly never[] = [];

/** Lists running uploads except that of the current page, finished ones, and interrupted ones of earlier visits. */
export function UploadPill({ accountId }: { accountId: string }) {
  const t = useTranslations('nav.uploads');
  const path = usePathname();
  const sending = useSyncExternalStore(activeUploads.subscribe, activeUploads.snapshot, () => none);
  const finished = useSyncExternalStore(finishedShares.subscribe, finishedShares.snapshot, () => none);
  const interrupted = useInterrupted(accountId, sending);
  const [isHidden, setHidden] = useState(false);
  const elsewhere = sending.filter(({ page, shareId }) => page !== path && paths.share(shareId) !== path);
  const old = isHidden ? [] : interrupted;
  if (elsewhere.length + finished.length + old.length === 0) return null;
  return (
    <aside
      aria-label={t('label')}
      className="fixed right-4 bottom-4 z-20 w-80 max-w-[calc(100vw-2rem)] divide-y divide-line overflow-hidden rounded-card border border-line bg-raised text-sm shadow-float in-[body:has([data-bottom-bar])]:bottom-28"
    >
      {elsewhere.map((one) => (
        <SendingRow key={one.shareId} sending={one} />
      ))}
      {finished.length > 0 && <FinishedRows finished={finished} />}
      {old.length > 0 && <Interrupted uploads={old} onHide={() => setHidden(true)} />}
    </aside>
  );
}

type InterruptedProps = { uploads: readonly UnfinishedUpload[]; onHide: () => void };

function Interrupted({ uploads, onHide }: InterruptedProps) {
  const t = useTranslations('nav.uploads');
  return (
    <div className="flex items-start">
      <details className="min-w-0 flex-1">
        <summary className="cursor-pointer px-4 py-2.5 font-medium -outline-offset-2 pointer-coarse:py-3.5">
          {t('interrupted', { count: uploads.length })}
        </summary>
        <ul className="max-h-60 overflow-y-auto pb-1.5">
          {uploads.map(({ shareId, name, files }) => (
            <li key={shareId}>
              <Link
                href={paths.share(shareId)}
                className="flex min-h-9 items-center gap-3 px-4 py-1.5 -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11"
              >
                <span className="min-w-0 flex-1 truncate">{name ?? t('unnamed')}</span>{' '}
                <span className="shrink-0 text-xs text-muted tabular-nums">
                  {t('missing', { count: files.length })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </details>
      <IconButton label={t('hide')} onClick={onHide}>
        <XIcon aria-hidden />
      </IconButton>
    </div>
  );
}

/** Reads unfinished uploads on each navigation; skips running ones and the one that the current page offers. */
function useInterrupted(accountId: string, sending: readonly ActiveUpload[]): UnfinishedUpload[] {
  const path = usePathname();
  const [found, setFound] = useState<readonly UnfinishedUpload[]>([]);
  const isSent = sending.map(({ shareId }) => shareId).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or an upload's end is the reason to look again
  useEffect(() => {
    let isOver = false;
    void unfinishedStore.list(accountId).then((all) => !isOver && setFound(all));
    return () => {
      isOver = true;
    };
  }, [accountId, path, isSent]);
  if (path === paths.newShare) return [];
  return found.filter(({ shareId }) => !isSent.includes(shareId) && path !== paths.share(shareId));
}

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
