'use client';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from '@/components/ui/dialog/layers';
import type { ShareFile } from '@/lib/contract/share/file';
import { previewKind, smallPictureBytes } from '@/lib/domain/file/file-type';
import { photoKind } from '@/lib/domain/file/photos';
import type { ViewerActions } from '../file-view';
import { type FileSource, fileLinks } from '../zip/file-links';
import { stage } from './preview-parts';
import { PreviewStage } from './preview-stage';
import { useSwipe } from './use-swipe';
import { ViewerBar } from './viewer-bar';

export type FileViewerProps = {
  current: ShareFile;
  before: ShareFile | null;
  behind: ShareFile | null;
  position: { index: number; count: number } | null;
  source: FileSource;
  actions?: ViewerActions | undefined;
  onTurn: (direction: 1 | -1) => void;
  onClose: () => void;
};

/** A native dialog keeps the focus inside and restores it. */
export function FileViewer({
  current,
  position,
  source,
  actions,
  onTurn,
  onClose,
  ...beside
}: FileViewerProps) {
  const t = useTranslations('preview');
  const panes = panesOf(current, beside);
  const dialog = useRef<HTMLDialogElement>(null);
  const stageRef = useRef<HTMLDivElement>(null);

  const kind = previewKind(current.mimetype, current.filename);
  const isPhoto = kind === 'image' || kind === 'video';

  useModal(dialog, stageRef, current.id);
  useBackCloses(true, onClose);

  const onKey = (key: string) => {
    if (key === 'Escape') onClose();
    else if (key === 'ArrowRight') onTurn(1);
    else if (key === 'ArrowLeft') onTurn(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey, target } = event;
    // A player seeks with these keys; modified keys are the browser's.
    if (altKey || ctrlKey || metaKey || shiftKey || target instanceof HTMLMediaElement) return;
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault();
      onKey(event.key);
    }
  };
  const swipe = useSwipe(stageRef, onTurn);

  return (
    <dialog
      ref={dialog}
      aria-label={t('title', { name: current.filename })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
      className={`${isPhoto ? 'dark-colors' : ''} fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none bg-sunken text-ink opacity-100 transition-opacity duration-180 not-open:hidden open:flex open:flex-col motion-reduce:transition-none starting:opacity-0`}
    >
      <ViewerBar
        file={current}
        links={fileLinks(source, current.id)}
        source={source}
        position={position}
        actions={actions?.(current, onClose)}
        onTurn={onTurn}
        onClose={onClose}
      />
      <div
        ref={stageRef}
        {...stage}
        {...swipe}
        className="group relative min-h-0 flex-1 overflow-hidden overscroll-contain outline-none"
      >
        {panes.map(({ file, side }) => (
          <div
            key={file.id}
            inert={side !== 0}
            aria-hidden={side !== 0}
            style={{ transform: `translateX(calc(${side * 100}% + var(--drag, 0px)))` }}
            className="absolute inset-0 flex overflow-hidden group-data-gliding:transition-transform group-data-gliding:duration-180"
          >
            <PreviewStage
              {...{ file, source, onKey }}
              links={fileLinks(source, file.id)}
              isAhead={side !== 0}
            />
          </div>
        ))}
      </div>
    </dialog>
  );
}

type ViewerPane = { file: ShareFile; side: -1 | 0 | 1 };

function panesOf(
  current: ShareFile,
  { before, behind }: Pick<FileViewerProps, 'before' | 'behind'>,
): ViewerPane[] {
  const panes: ViewerPane[] = [{ file: current, side: 0 }];
  if (before && isPicture(before)) panes.push({ file: before, side: -1 });
  if (behind && isPicture(behind)) panes.push({ file: behind, side: 1 });
  return panes;
}

const isPicture = (file: ShareFile) =>
  photoKind(file) === 'picture' ||
  (file.size <= smallPictureBytes && previewKind(file.mimetype, file.filename) === 'image');

function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  stage: RefObject<HTMLElement | null>,
  shownId: string,
): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    stage.current?.focus();
    // The focus is only restored when the dialog closes before it is removed.
    return () => element?.close();
  }, [dialog, stage]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused element may be removed with its file
  useLayoutEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) stage.current?.focus();
  }, [dialog, stage, shownId]);
}
