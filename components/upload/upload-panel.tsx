'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useBytes } from '@/lib/client/content/use-bytes';
import { useCarriedDrop } from '@/lib/client/upload/choose/carried-drop';
import type { UploadQueue } from '@/lib/client/upload/queue';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import { additionsTo, noAdditions, serverFilesOf } from '@/lib/client/upload/unfinished/server-files';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { totalOf } from '@/lib/domain/share-total';
import { CollectNotice, useCollect } from './choose/collect-notice';
import { DropSheet } from './choose/drop-sheet';
import { UploadList } from './list/upload-list';
import { UploadAnnouncer, UploadProgress } from './list/upload-progress';
import { UploadTrouble } from './upload-trouble';
import { useQuotaProblem } from './use-quota-problem';

type UploadPanelProps = {
  upload: ShareUpload;
  share: Pick<ShareDetail, 'id' | 'name' | 'files' | 'total'>;
  /** The files count against the viewer's own quota. */
  isOwn: boolean;
  /** Called when all files have ended and at least one has arrived: time to reload the share. */
  onArrived: () => void;
};

export function UploadPanel({ upload, share, isOwn, onArrived }: UploadPanelProps) {
  const t = useTranslations('upload.panel');
  const { queue, settings } = upload;
  const { phase, ids } = useUploads(queue);
  const { notice, isReading, take } = useCollect(
    upload,
    (collected) => upload.add(collected, share.files),
    share.files,
  );
  useCarriedDrop({ onFiles: take });
  const tellArrived = useEffectEvent(async () => {
    if (queue.snapshot().counts.done === 0) return;
    await upload.removeReplaced();
    onArrived();
    queue.forgetDone();
  });
  useEffect(() => {
    if (phase === 'settled') void tellArrived();
  }, [phase]);

  const count = ids.length;
  // The server counts running uploads already.
  const items = phase === 'idle' ? ids.flatMap((id) => queue.item(id) ?? []) : [];
  const added = additionsTo(share, items);
  const obstacle = useQuotaProblem(isOwn ? added : noAdditions);
  const presentBytes = totalOf(share).size;
  const isTooLarge = added.bytes > settings.maxSize - presentBytes && added.count > 0;
  return (
    <section aria-label={t('label')} className="overflow-hidden rounded-card bg-raised ring-1 ring-line">
      {count > 0 && <UploadList queue={queue} />}
      <DropSheet
        maxSizeBytes={settings.maxSize - presentBytes}
        isCompact={count > 0}
        onCollected={(found) => void take(found)}
      >
        <CollectNotice notice={notice} isReading={isReading} />
      </DropSheet>
      {count > 0 && (
        <div className="flex flex-col gap-4 border-t border-line p-5">
          <UploadTrouble isOwn queue={queue} />
          {isTooLarge && (
            <SizeWarning totalBytes={presentBytes + added.bytes} maxSizeBytes={settings.maxSize} />
          )}
          {obstacle && !isTooLarge && <Banner tone="error">{obstacle}</Banner>}
          {phase !== 'idle' && <UploadProgress queue={queue} />}
          <PanelButtons
            queue={queue}
            isBlocked={isTooLarge || obstacle !== null}
            onStart={() =>
              void upload.begin(
                { shareId: share.id, name: share.name, wantsLink: false },
                serverFilesOf(share),
              )
            }
          />
        </div>
      )}
      <UploadAnnouncer queue={queue} />
    </section>
  );
}

function SizeWarning({ totalBytes, maxSizeBytes }: { totalBytes: number; maxSizeBytes: number }) {
  const t = useTranslations('upload');
  const sizeText = useBytes();
  return (
    <Banner tone="error">
      {t('tooLarge', { total: sizeText(totalBytes), max: sizeText(maxSizeBytes) })}
    </Banner>
  );
}

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
