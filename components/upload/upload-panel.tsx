'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import { useUploads } from '@/lib/client/upload/use-uploads';
import { CollectNotice } from './collect-notice';
import { DropSheet } from './drop-sheet';
import { SizeWarning } from './size-warning';
import { UploadAnnouncer } from './upload-announcer';
import { UploadList } from './upload-list';
import { UploadProgress } from './upload-progress';
import { UploadTrouble } from './upload-trouble';
import { useCollect } from './use-collect';
import { useQuotaProblem } from './use-quota-problem';

type UploadPanelProps = {
  /** From `useShareUpload`. */
  upload: ShareUpload;
  share: { id: string; name: string | null };
  /** Whether the files count against the quota of whoever looks at this. */
  isOwn: boolean;
  /** Declared bytes of the files that the share has already; they count against the limit. */
  presentBytes: number;
  /** All files have come to an end and at least one has arrived: time to reload the share. */
  onArrived: () => void;
};

/** Adds files to an existing share: drop sheet, list, progress, pause, retry. Needs no frame, it has its own. */
export function UploadPanel({ upload, share, isOwn, presentBytes, onArrived }: UploadPanelProps) {
  const t = useTranslations('upload.panel');
  const { queue, settings } = upload;
  const { phase, ids, totalBytes } = useUploads(queue);
  const { notice, isReading, take } = useCollect((collected) => upload.add(collected));
  const tellArrived = useEffectEvent(() => {
    if (queue.snapshot().counts.done === 0) return;
    onArrived();
    queue.forgetDone();
  });
  useEffect(() => {
    if (phase === 'settled') tellArrived();
  }, [phase]);

  // What is on its way counts as used already.
  const isNew = isOwn && phase === 'idle';
  const obstacle = useQuotaProblem({ count: isNew ? ids.length : 0, totalBytes });
  const isTooLarge = presentBytes + totalBytes > settings.maxSize;
  const count = ids.length;
  return (
    <section aria-label={t('label')} className="overflow-hidden rounded-card bg-raised ring-1 ring-line">
      <DropSheet
        maxSizeBytes={settings.maxSize - presentBytes}
        isCompact={count > 0}
        onCollected={(found) => void take(found)}
      >
        <CollectNotice notice={notice} isReading={isReading} />
      </DropSheet>
      {count > 0 && <UploadList queue={queue} />}
      {count > 0 && (
        <div className="flex flex-col gap-4 border-t border-line p-5">
          <UploadTrouble queue={queue} />
          {isTooLarge && (
            <SizeWarning totalBytes={presentBytes + totalBytes} maxSizeBytes={settings.maxSize} />
          )}
          {obstacle && !isTooLarge && <Banner tone="error">{obstacle}</Banner>}
          {phase === 'idle' ? (
            <div className="flex justify-end gap-2">
              <Button tone="ghost" onClick={() => queue.remove(ids)}>
                {t('clear')}
              </Button>
              <Button
                disabled={isTooLarge || obstacle !== null}
                onClick={() => void upload.begin({ shareId: share.id, name: share.name, wantsLink: false })}
              >
                {t('start', { count })}
              </Button>
            </div>
          ) : (
            <UploadProgress queue={queue} />
          )}
        </div>
      )}
      <UploadAnnouncer queue={queue} />
    </section>
  );
}
