'use client';

import dynamic from 'next/dynamic';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import type { ShareFile } from '@/lib/contract/share/file';
import type { FileViewerProps } from './viewer/file-viewer';
import type { FileSource } from './zip/file-links';

// Most visits never open it, so it comes when the page is there: a click would have it wait behind many thumbnails.
const loadViewer = () => import('./viewer/file-viewer').then((module) => module.FileViewer);
const FileViewer = dynamic(loadViewer, { ssr: false });

/** What is open, if anything, and the ways on from there. */
type Viewer = Pick<FileViewerProps, 'before' | 'behind' | 'position'> & {
  current: ShareFile | null;
  turn: FileViewerProps['onTurn'];
  close: FileViewerProps['onClose'];
};

/** The file that is open, over everything else. */
export function OpenFile({ viewer, source }: { viewer: Viewer; source: FileSource }) {
  const { current, turn, close, ...around } = viewer;
  useFetchAhead(loadViewer);
  if (!current) return null;
  return <FileViewer {...around} {...{ current, source }} onTurn={turn} onClose={close} />;
}
