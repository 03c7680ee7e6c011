'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import type { ShareFile } from '@/lib/contract/share/file';
import { canPreview, firstByName, previewOrder } from '@/lib/domain/file/file-type';
import { coverFirst, sortPhotos } from '@/lib/domain/file/photos';
import type { FileViewerProps } from './viewer/file-viewer';

// Loaded when the page is idle: after a click it would wait behind many thumbnails.
const loadViewer = () => import('./viewer/file-viewer').then((module) => module.FileViewer);
const FileViewer = dynamic(loadViewer, { ssr: false });

type FileViewerState = Pick<FileViewerProps, 'before' | 'behind' | 'position'> & {
  current: ShareFile | null;
  turn: FileViewerProps['onTurn'];
  close: FileViewerProps['onClose'];
};

type OpenFileProps = Pick<FileViewerProps, 'source' | 'actions'> & { viewer: FileViewerState };

export function OpenFile({ viewer, source, actions }: OpenFileProps) {
  const { current, turn, close, ...neighbours } = viewer;
  useFetchAhead(loadViewer);
  if (!current) return null;
  return <FileViewer {...neighbours} {...{ current, source, actions }} onTurn={turn} onClose={close} />;
}

/** Closes when the displayed file is deleted. */
export function useFileViewer(
  files: readonly ShareFile[],
  { startOpen, isGrid, coverId }: { startOpen: boolean; isGrid: boolean; coverId: string | null | undefined },
) {
  const [startId] = useState(startOpen ? (firstByName(files)?.id ?? null) : null);
  const [openId, setOpenId] = useState(startId);
  const byName = previewOrder(files, startId);
  const order = isGrid ? coverFirst(sortPhotos(byName), coverId) : byName;
  const current = order.find(({ id }) => id === openId) ?? null;
  const index = order.findIndex(({ id }) => id === openId);
  return {
    current,
    before: order[index - 1] ?? null,
    behind: order[index + 1] ?? null,
    position: order.length > 1 ? { index: index + 1, count: order.length } : null,
    turn: (direction: 1 | -1) => {
      const next = order[(index + direction + order.length) % order.length];
      if (next && order.length > 1) setOpenId(next.id);
    },
    show: (file: ShareFile) => setOpenId(canPreview(file) ? file.id : null),
    close: () => setOpenId(null),
  };
}
