'use client';

import { ChevronRightIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { NameLine } from '@/components/files/name-line';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { RemoveButton } from './remove-button';
import { ArrivedMark, type RowPosition, UploadListRow } from './upload-list-row';
import { filesIn, type UploadFolder } from './upload-rows';

type FolderRowProps = RowPosition & {
  queue: UploadQueue;
  folder: UploadFolder;
  isOpen: boolean;
  onToggle: (path: string) => void;
};

export function FolderRow({ queue, folder, isOpen, onToggle, ...place }: FolderRowProps) {
  const t = useTranslations('upload.list');
  const sizeText = useShortBytes();
  const { done, sentBytes } = useFolderProgress(queue, folder);
  const files = t('files', { count: folder.count });
  const isDone = done === folder.count;
  return (
    <UploadListRow
      {...place}
      name={
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={folder.name}
          onClick={() => onToggle(folder.path)}
          className="-ml-2 flex h-9 min-w-0 items-center gap-1.5 rounded-control px-2 font-medium -outline-offset-2 hover:bg-hover"
        >
          <ChevronRightIcon
            aria-hidden
            className={`size-4 shrink-0 text-faint transition-transform duration-100 motion-reduce:transition-none ${isOpen ? 'rotate-90' : ''}`}
          />
          <NameLine name={folder.name} />
        </button>
      }
      meta={
        done > 0 && !isDone ? (
          t('someDone', { done, count: folder.count })
        ) : (
          <>
            <span className="max-[400px]:hidden">{files} · </span>
            {sizeText(folder.sizeBytes)}
          </>
        )
      }
      actions={
        isDone ? (
          <ArrivedMark label={t('arrived')} />
        ) : (
          <RemoveButton
            label={t('removeFolder', { name: folder.name, count: folder.count })}
            onRemove={() => queue.remove(filesIn(folder).map(({ id }) => id))}
          />
        )
      }
      progress={!isOpen && !isDone && sentBytes > 0 ? sentBytes / folder.sizeBytes : null}
    />
  );
}

/** Computed for visible folders only, at most ten times a second. */
function useFolderProgress(queue: UploadQueue, folder: UploadFolder): { done: number; sentBytes: number } {
  const files = filesIn(folder);
  // One text, because a snapshot must be equal as long as nothing changed.
  const read = () => {
    let done = 0;
    let sentBytes = 0;
    for (const { id } of files) {
      const item = queue.item(id);
      if (item?.state === 'done') done++;
      sentBytes += item?.sentBytes ?? 0;
    }
    return `${done}/${sentBytes}`;
  };
  const [done = 0, sentBytes = 0] = useSyncExternalStore(queue.subscribe, read, read).split('/').map(Number);
  return { done, sentBytes };
}
