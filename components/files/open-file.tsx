'use client';

import dynamic from 'next/dynamic';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import type { ShareFile } from '@/lib/contract/share/file';
import type { FileViewerProps } from './viewer/file-viewer';
import type { FileSource } from './zip/file-links';

// Loaded when the page is idle: after a click it would wait behind many thumbnails.
const loadViewer = () => import('./viewer/file-viewer').then((module) => module.FileViewer);
const FileViewer = dynamic(loadViewer, { ssr: false });

type FileViewerState = Pick<FileViewerProps, 'before' | 'behind' | 'position'> & {
  current: ShareFile | null;
  turn: FileViewerProps['onTurn'];
  close: FileViewerProps['onClose'];
};

export function OpenFile({ viewer, source }: { viewer: FileViewerState; source: FileSource }) {
  const { current, turn, close, ...neighbours } = viewer;
  useFetchAhead(loadViewer);
  if (!current) return null;
  return <FileViewer {...neighbours} {...{ current, source }} onTurn={turn} onClose={close} />;
}
