'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import { CollectNotice, useCollect } from './choose/collect-notice';
import { DropSheet } from './choose/drop-sheet';
import { UploadList } from './list/upload-list';
import { UploadAnnouncer, UploadProgress } from './list/upload-progress';
import { UploadTrouble } from './upload-trouble';

type SendingPanelProps = {
  upload: ShareUpload;
  label: string;
  isOwn: boolean;
  children: ReactNode;
};

export function SendingPanel({ upload, label, isOwn, children }: SendingPanelProps) {
  const { queue, settings } = upload;
  const { notice, isReading, take } = useCollect(upload, (collected) => upload.addOn(collected));
  // The button that was pressed is gone, so the focus goes where it went on.
  const top = useRef<HTMLElement>(null);
  useEffect(() => top.current?.focus(), []);
  return (
    <section
      ref={top}
      tabIndex={-1}
      aria-label={label}
      className="rounded-card bg-raised shadow-card ring-1 ring-line outline-none"
    >
      <div className="flex flex-col gap-4 p-5">
        <UploadProgress queue={queue} />
        <UploadTrouble queue={queue} isOwn={isOwn} />
        {children}
      </div>
      <UploadList queue={queue} />
      <DropSheet
        maxSizeBytes={settings.maxSize}
        isCompact
        onCollected={(collecting) => void take(collecting)}
      >
        <CollectNotice notice={notice} isReading={isReading} />
      </DropSheet>
      <UploadAnnouncer queue={queue} />
    </section>
  );
}
