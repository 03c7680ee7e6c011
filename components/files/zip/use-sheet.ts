import { useState, useTransition } from 'react';
import type { ShareFile } from '@/lib/contract/share/file';
import { type FileSource, fileLinks } from './file-links';

/** More could fill a phone's memory. */
const maxBytes = 200 * 1024 ** 2;

/** Hands files to the system's sheet, where phones save pictures; downloads them one by one where it takes none. */
export function useSheet(files: readonly ShareFile[], source: FileSource) {
  const [ready, setReady] = useState<File[] | null>(null);
  const [isLoading, startLoading] = useTransition();
  const open = () =>
    startLoading(async () => {
      const loaded = ready ?? (fitsSheet(files) ? await load(files, source) : null);
      if (!loaded) downloadEach(files, source);
      else setReady((await openSheet(loaded)) ? null : loaded);
    });
  return { open, isLoading, isReady: ready !== null };
}

const asFile = ({ filename, mimetype }: ShareFile, ...parts: Blob[]) =>
  new File(parts, filename, { type: mimetype });

export function fitsSheet(files: readonly ShareFile[]): boolean {
  const sizeBytes = files.reduce((sum, { size }) => sum + size, 0);
  const samples = files.map((file) => asFile(file));
  return sizeBytes <= maxBytes && navigator.canShare?.({ files: samples }) === true;
}

function load(files: readonly ShareFile[], source: FileSource): Promise<File[] | null> {
  const loadOne = async (file: ShareFile) => {
    const response = await fetch(fileLinks(source, file.id).download);
    if (!response.ok) throw new Error(String(response.status));
    return asFile(file, await response.blob());
  };
  return Promise.all(files.map(loadOne)).catch(() => null);
}

/** False if the browser wants another press, because loading took long. */
const openSheet = (files: File[]): Promise<boolean> =>
  navigator.share({ files }).then(
    () => true,
    ({ name }: Error) => name !== 'NotAllowedError',
  );

function downloadEach(files: readonly ShareFile[], source: FileSource): void {
  for (const { id } of files)
    Object.assign(document.createElement('a'), {
      href: fileLinks(source, id).download,
      download: '',
    }).click();
}
