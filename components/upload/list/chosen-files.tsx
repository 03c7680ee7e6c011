'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { UploadTrouble } from '../upload-trouble';
import { ChosenPicture } from './chosen-picture';
import { UploadList } from './upload-list';
import { UploadProgress } from './upload-progress';

/** More files than this stand as pictures instead of rows. */
const maxRows = 6;
/** Fills two rows of the widest form. */
const maxPictures = 24;

/** The files of a form that is still filled in, which may be on their way already. */
export function ChosenFiles({ queue }: { queue: UploadQueue }) {
  const t = useTranslations('upload.list');
  const { ids, phase, counts } = useUploads(queue);
  const [isList, setList] = useState(false);
  const isMany = ids.length > maxRows;
  const hasStarted = phase === 'running' || phase === 'paused' || phase === 'settled';
  const isListed = !isMany || isList || counts.failed > 0;
  return (
    <>
      {hasStarted && (
        <div className="flex flex-col gap-4 p-5">
          <UploadProgress queue={queue} hasButton={false} />
          <UploadTrouble queue={queue} isOwn={false} />
        </div>
      )}
      {isListed ? <UploadList queue={queue} /> : <ChosenPictures queue={queue} onAll={() => setList(true)} />}
      {isMany && isList && (
        <div className="flex justify-end border-t border-line px-5 py-1 sm:pr-3">
          <Button tone="ghost" onClick={() => setList(false)}>
            {t('asPictures')}
          </Button>
        </div>
      )}
    </>
  );
}

function ChosenPictures({ queue, onAll }: { queue: UploadQueue; onAll: () => void }) {
  const t = useTranslations('upload.list');
  const { ids, phase } = useUploads(queue);
  const items = ids.slice(0, maxPictures).flatMap((id) => queue.item(id) ?? []);
  return (
    <div className="px-5 py-4">
      <ul
        aria-label={t('label')}
        className="grid h-30 auto-rows-[3.5rem] grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2 overflow-hidden"
      >
        {items.map((item) => (
          <li key={item.id} title={item.filename} className="min-w-0">
            <ChosenPicture item={item} isHeld={phase === 'running'} isTile />
            <span className="sr-only">{item.filename}</span>
          </li>
        ))}
        {/* In the last place that is seen, however many columns there are. */}
        <li className="-col-end-1 -col-start-2 row-start-2 min-w-0">
          <button
            type="button"
            title={t('asList')}
            onClick={onAll}
            className="size-full cursor-pointer rounded-md bg-sunken text-sm font-medium tabular-nums -outline-offset-2 hover:bg-hover"
          >
            {t('all', { count: ids.length })}
          </button>
        </li>
      </ul>
    </div>
  );
}
