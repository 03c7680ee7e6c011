'use client';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { ShareFile } from '@/lib/contract/file';
import { previewKind } from '@/lib/domain/file/preview';
import { type FileSource, fileLinks } from '../zip/file-links';
import { PreviewStage } from './preview-stage';
import { stage } from './use-stage-focus';
import { useSwipe } from './use-swipe';
import { ViewerBar } from './viewer-bar';

/** Larger pictures are fetched only when they are asked for. */
const maxWaitingBytes = 20 * 1024 * 1024;

export type FileViewerProps = {
  current: ShareFile;
  /** The files before and behind it. */
  beside: readonly ShareFile[];
  /** Where it stands among those that next and previous step through; null when it is alone. */
  position: { index: number; count: number } | null;
  source: FileSource;
  onTurn: (direction: 1 | -1) => void;
  onClose: () => void;
};

/** One file over everything else. A native dialog keeps focus inside and gives it back. */
export function FileViewer({ current, beside, position, source, onTurn, onClose }: FileViewerProps) {
  const t = useTranslations('preview');
  const dialog = useRef<HTMLDialogElement>(null);
  const stageRef = useRef<HTMLDivElement>(null);
  const atHand = [current, ...beside.filter(isLightPicture)];

  useModal(dialog, stageRef, current.id);

  const onKey = (key: string) => {
    if (key === 'Escape') onClose();
    else if (key === 'ArrowRight') onTurn(1);
    else if (key === 'ArrowLeft') onTurn(-1);
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
  const swipe = useSwipe(onTurn);

  return (
    <dialog
      ref={dialog}
      aria-label={t('title', { name: current.filename })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none bg-sunken text-ink opacity-100 transition-opacity duration-180 not-open:hidden open:flex open:flex-col motion-reduce:transition-none starting:opacity-0"
    >
      <ViewerBar
        file={current}
        links={fileLinks(source, current.id)}
        position={position}
        onTurn={onTurn}
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

/** Pictures beside the shown one wait unseen, so that turning to them is instant. */
const isLightPicture = ({ mimetype, filename, size }: ShareFile) =>
  previewKind(mimetype, filename) === 'image' && size < maxWaitingBytes;

/** Holds a native dialog open while it exists, and the focus inside it whatever is shown. */
function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  stage: RefObject<HTMLElement | null>,
  shownId: string,
): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    stage.current?.focus();
    // Closed before it leaves the page, or there would be no dialog left to give the focus back.
    return () => element?.close();
  }, [dialog, stage]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus may go with the file it belonged to
  useLayoutEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) stage.current?.focus();
  }, [dialog, stage, shownId]);
}
