'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useRef } from 'react';
import type { ShareFile } from '@/lib/contract/file';
import { previewKind } from '@/lib/domain/preview';
import { type FileSource, fileLinks } from '../file-links';
import { PreviewStage } from './preview-stage';
import { useModal } from './use-modal';
import { stage } from './use-stage-focus';
import { useSwipe } from './use-swipe';
import { ViewerBar } from './viewer-bar';

/** Larger pictures are fetched only when they are asked for. */
const maxWaitingBytes = 20 * 1024 * 1024;

type FileViewerProps = {
  /** What next and previous step through. */
  files: readonly ShareFile[];
  current: ShareFile;
  source: FileSource;
  onShow: (file: ShareFile) => void;
  onClose: () => void;
};

/** One file over everything else. A native dialog keeps focus inside and gives it back. */
export function FileViewer({ files, current, source, onShow, onClose }: FileViewerProps) {
  const t = useTranslations('preview');
  const dialog = useRef<HTMLDialogElement>(null);
  const stageRef = useRef<HTMLDivElement>(null);
  const index = files.findIndex(({ id }) => id === current.id);
  const atHand = withNeighbours(files, current);

  useModal(dialog, stageRef, current.id);

  const turn = (direction: 1 | -1) => {
    const next = files[(index + direction + files.length) % files.length];
    if (next && files.length > 1) onShow(next);
  };
  const onKey = (key: string) => {
    if (key === 'Escape') onClose();
    else if (key === 'ArrowRight') turn(1);
    else if (key === 'ArrowLeft') turn(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey, target } = event;
    // A player's own keys seek; a modified key is the browser's.
    if (altKey || ctrlKey || metaKey || shiftKey || target instanceof HTMLMediaElement) return;
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault();
      onKey(event.key);
    }
  };
  const swipe = useSwipe(turn);

  return (
    <dialog
      ref={dialog}
      aria-label={t('title', { name: current.filename })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
      className="fixed inset-0 m-0 h-dvh max-h-none w-dvw max-w-none bg-sunken text-ink opacity-100 transition-opacity duration-180 not-open:hidden open:flex open:flex-col motion-reduce:transition-none starting:opacity-0"
    >
      <ViewerBar
        file={current}
        links={fileLinks(source, current.id)}
        position={files.length > 1 ? { index: index + 1, count: files.length } : null}
        onTurn={turn}
        onClose={onClose}
      />
      <div ref={stageRef} {...stage} {...swipe} className="relative min-h-0 flex-1 outline-none">
        {atHand.map((file) => (
          <div
            key={file.id}
            hidden={file.id !== current.id}
            className="absolute inset-0 flex overflow-hidden [&[hidden]]:hidden"
          >
            <PreviewStage file={file} links={fileLinks(source, file.id)} onKey={onKey} />
          </div>
        ))}
      </div>
    </dialog>
  );
}

/** The shown file and the pictures beside it, which wait unseen so that turning to them is instant. */
function withNeighbours(files: readonly ShareFile[], current: ShareFile): ShareFile[] {
  const index = files.findIndex(({ id }) => id === current.id);
  const beside = [files[index - 1], files[index + 1]].filter((file) => file !== undefined);
  const light = beside.filter(
    ({ mimetype, size }) => previewKind(mimetype) === 'image' && size < maxWaitingBytes,
  );
  return [current, ...light];
}
