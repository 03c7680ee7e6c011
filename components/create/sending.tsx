'use client';

import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { CollectNotice } from '@/components/upload/collect-notice';
import { DropSheet } from '@/components/upload/drop-sheet';
import { UploadAnnouncer } from '@/components/upload/upload-announcer';
import { UploadList } from '@/components/upload/upload-list';
import { UploadProgress } from '@/components/upload/upload-progress';
import { UploadTrouble } from '@/components/upload/upload-trouble';
import { useCollect } from '@/components/upload/use-collect';
import { useUploads } from '@/lib/client/upload/use-uploads';
import { paths } from '@/lib/paths';
import type { DraftSnapshot, ShareDraft } from './share-draft';
import { AgainButton } from './share-result';

type SendingProps = { draft: ShareDraft; state: DraftSnapshot; onAgain: () => void };

/** The share on its way: progress where the button was, the same list below, and more files still welcome. */
export function Sending({ draft, state, onAgain }: SendingProps) {
  const t = useTranslations('create');
  const { upload, settings } = draft;
  const { phase } = useUploads(upload.queue);
  const { notice, isReading, take } = useCollect(upload);
  // The button that was pressed is gone, so the focus goes where it went on.
  const top = useRef<HTMLElement>(null);
  useEffect(() => top.current?.focus(), []);
  const isStuck = phase === 'settled' && state.step === 'uploading';
  return (
    <section
      ref={top}
      tabIndex={-1}
      aria-label={t('uploading.title')}
      className="outline-none rounded-card bg-raised shadow-card ring-1 ring-line"
    >
      <div className="flex flex-col gap-4 p-5">
        <UploadProgress queue={upload.queue} />
        <UploadTrouble queue={upload.queue} />
        {isStuck && state.shareId && (
          <div className="flex flex-wrap justify-end gap-2">
            <AgainButton onClick={onAgain} />
            <ButtonLink tone="quiet" href={paths.share(state.shareId) as Route}>
              {t('result.open')}
            </ButtonLink>
          </div>
        )}
        {!isStuck && <p className="text-xs text-muted">{t('uploading.leave')}</p>}
      </div>
      <UploadList queue={upload.queue} />
      <div className="border-t border-line">
        <DropSheet
          maxSizeBytes={settings.maxSize}
          isCompact
          isOff={state.step !== 'uploading'}
          onCollected={(collecting) => void take(collecting)}
        >
          <CollectNotice notice={notice} isReading={isReading} />
        </DropSheet>
      </div>
      <UploadAnnouncer queue={upload.queue} />
    </section>
  );
}
