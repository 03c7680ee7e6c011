'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { CollectNotice } from '@/components/upload/collect-notice';
import { DropSheet } from '@/components/upload/drop-sheet';
import { UploadAnnouncer } from '@/components/upload/upload-announcer';
import { UploadList } from '@/components/upload/upload-list';
import { UploadProgress } from '@/components/upload/upload-progress';
import { UploadTrouble } from '@/components/upload/upload-trouble';
import { useCollect } from '@/components/upload/use-collect';
import { useUploads } from '@/lib/client/upload/use-uploads';
import type { Delivery } from './delivery';
import { AgainButton } from './delivery-result';

/** The files on their way, more of them still welcome; or which ones did not arrive, and the ways on. */
export function DeliverySending({ delivery, onAgain }: { delivery: Delivery; onAgain: () => void }) {
  const t = useTranslations('inbox');
  const { upload, settings } = delivery;
  const { phase } = useUploads(upload.queue);
  const { notice, isReading, take } = useCollect(upload);
  // The button that was pressed is gone, so the focus goes where it went on.
  const top = useRef<HTMLElement>(null);
  useEffect(() => top.current?.focus(), []);
  const isStuck = phase === 'settled';
  return (
    <section
      ref={top}
      tabIndex={-1}
      aria-label={t('sending.title')}
      className="rounded-card bg-raised shadow-card ring-1 ring-line outline-none"
    >
      <div className="flex flex-col gap-4 p-5">
        <UploadProgress queue={upload.queue} />
        <UploadTrouble queue={upload.queue} />
        {isStuck ? (
          <div className="self-end">
            <AgainButton onClick={onAgain} />
          </div>
        ) : (
          <p className="text-xs text-muted">{t('sending.stay')}</p>
        )}
      </div>
      <UploadList queue={upload.queue} />
      <div className={isStuck ? 'hidden' : 'border-t border-line'}>
        <DropSheet
          maxSizeBytes={settings.maxSize}
          isCompact
          isOff={isStuck}
          onCollected={(collecting) => void take(collecting)}
        >
          <CollectNotice notice={notice} isReading={isReading} />
        </DropSheet>
      </div>
      <UploadAnnouncer queue={upload.queue} />
    </section>
  );
}
