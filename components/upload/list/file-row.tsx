'use client';

import { RotateCwIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { NameLine } from '@/components/files/name-line';
import { IconButton } from '@/components/ui/button';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { UploadQueue } from '@/lib/client/upload/queue';
import type { UploadFailure, UploadItem } from '@/lib/client/upload/upload-item';
import { useUploadItem } from '@/lib/client/upload/upload-snapshot';
import { openPercent } from '@/lib/domain/units';
import { ChosenPicture } from './chosen-picture';
import { RemoveButton } from './remove-button';
import { ArrivedMark, type RowPosition, UploadListRow } from './upload-list-row';

type FileRowProps = RowPosition & { queue: UploadQueue; id: string; isSending: boolean };

export function FileRow({ queue, id, isSending, ...place }: FileRowProps) {
  const item = useUploadItem(queue, id);
  if (!item) return null;
  const isMoving = item.state !== 'done' && item.state !== 'failed' && item.sentBytes > 0;
  return (
    <UploadListRow
      {...place}
      icon={<ChosenPicture item={item} isHeld={isSending} />}
      name={<FileName item={item} />}
      meta={<FileState item={item} />}
      actions={<FileActions item={item} queue={queue} />}
      progress={isMoving ? item.sentBytes / Math.max(1, item.size) : null}
    />
  );
}

function FileName({ item }: { item: UploadItem }) {
  const failure = useUploadFailure(item.failure);
  return (
    <span className="min-w-0 leading-5">
      <NameLine name={item.filename} />
      {failure && (
        <span className="block truncate text-xs/4 text-danger" title={failure}>
          {failure}
        </span>
      )}
    </span>
  );
}

function FileState({ item: { state, size, sentBytes } }: { item: UploadItem }) {
  const t = useTranslations('upload');
  const sizeText = useShortBytes();
  const share = t('percent', { percent: openPercent(sentBytes, size) });
  switch (state) {
    case 'waiting':
    case 'done':
      return sizeText(size);
    case 'uploading':
      return share;
    case 'paused':
      return `${t('state.paused')} · ${share}`;
    case 'failed':
      // On phones the room is for the reason, which is under the name.
      return <span className="max-sm:sr-only">{t('state.failed')}</span>;
    default:
      return t(`state.${state}`);
  }
}

function FileActions({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const t = useTranslations('upload.list');
  const { id, state, filename } = item;
  if (state === 'done') return <ArrivedMark label={t('arrived')} />;
  return (
    <>
      {state === 'failed' && (
        <IconButton label={t('retry', { name: filename })} onClick={() => queue.retry([id])}>
          <RotateCwIcon aria-hidden />
        </IconButton>
      )}
      <RemoveButton label={t('remove', { name: filename })} onRemove={() => queue.remove([id])} />
    </>
  );
}

/** Prefers the server's own message. */
function useUploadFailure(failure: UploadFailure | null): string | null {
  const t = useTranslations('upload.failure');
  if (!failure) return null;
  if (failure.kind === 'refused') return failure.message;
  return failure.kind === 'status' ? t('status', { status: failure.status }) : t('unreadable');
}
