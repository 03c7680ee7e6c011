import type { ShareFile } from '@/lib/contract/share/file';
import type { FileTotals } from '@/lib/domain/share-total';
import { type FileSource, fileLinks, type ZipAddress, zipAddress } from './file-links';

export type ZipOffer = {
  /** All files rather than some. */
  isAll: boolean;
  count: number;
  sizeBytes: number;
  /** Where the archive is, or why there is none. */
  link: ZipAddress | { problem: 'tooLarge' };
};

/** Only what has arrived whole goes into an archive. */
export const packable = (files: readonly ShareFile[]): ShareFile[] =>
  files.filter(({ complete }) => complete);

type Terms = { source: FileSource; maxBytes: number };

/** The archive of all files of a share that are not all here. Null where archives are off. */
export function wholeZipOffer({ files, size }: FileTotals, { source, maxBytes }: Terms): ZipOffer | null {
  if (maxBytes === 0) return null;
  const link = size > maxBytes ? ({ problem: 'tooLarge' } as const) : zipAddress(source);
  return { isAll: true, count: files, sizeBytes: size, link };
}

/** The archive of the chosen files, of all when none is chosen. Null where nothing is worth packing. */
export function zipOffer(
  files: readonly ShareFile[],
  chosen: ReadonlySet<string>,
  { source, maxBytes }: Terms,
): ZipOffer | null {
  const whole = packable(files);
  if (maxBytes === 0 || whole.length < 2) return null;
  const some = whole.filter(({ id }) => chosen.has(id));
  const isAll = some.length === 0 || some.length === whole.length;
  const packed = isAll ? whole : some;
  const sizeBytes = packed.reduce((sum, { size }) => sum + size, 0);
  const [only, ...more] = packed.map(({ id }) => id);
  // One file alone needs no wrapping.
  if (only && more.length === 0)
    return { isAll, count: 1, sizeBytes, link: { href: fileLinks(source, only).download } };
  const offered = { isAll, count: packed.length, sizeBytes };
  if (sizeBytes > maxBytes) return { ...offered, link: { problem: 'tooLarge' } };
  if (isAll) return { ...offered, link: zipAddress(source) };
  const named = zipAddress(source, { files: packed.map(({ id }) => id) });
  const leftOut = whole.filter(({ id }) => !chosen.has(id)).map(({ id }) => id);
  const others = named.fields && zipAddress(source, { exceptFiles: leftOut });
  // A download by an address can be resumed.
  return { ...offered, link: others && !others.fields ? others : named };
}
