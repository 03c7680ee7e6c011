import type { ShareFile } from '@/lib/contract/share/file';
import type { FileTotals } from '@/lib/domain/share-total';
import { type FileSource, fileLinks, type ZipAddress, zipAddress } from './file-links';

export type ZipOffer = {
  isAll: boolean;
  count: number;
  sizeBytes: number;
  link: ZipAddress | { problem: 'tooLarge' };
};

export const completeFiles = (files: readonly ShareFile[]): ShareFile[] =>
  files.filter(({ complete }) => complete);

type ZipOptions = { source: FileSource; maxBytes: number };

/** For shares whose files are not all loaded. Null when archives are off. */
export function wholeZipOffer(
  { files, size }: FileTotals,
  { source, maxBytes }: ZipOptions,
): ZipOffer | null {
  if (maxBytes === 0) return null;
  const link = size > maxBytes ? ({ problem: 'tooLarge' } as const) : zipAddress(source);
  return { isAll: true, count: files, sizeBytes: size, link };
}

/** Offers all files without a selection. Null for fewer than two files or when archives are off. */
export function zipOffer(
  files: readonly ShareFile[],
  chosen: ReadonlySet<string>,
  { source, maxBytes }: ZipOptions,
): ZipOffer | null {
  const whole = completeFiles(files);
  if (maxBytes === 0 || whole.length < 2) return null;
  const some = whole.filter(({ id }) => chosen.has(id));
  const isAll = some.length === 0 || some.length === whole.length;
  const packed = isAll ? whole : some;
  const sizeBytes = packed.reduce((sum, { size }) => sum + size, 0);
  const [only, ...more] = packed.map(({ id }) => id);
  // A single file needs no archive.
  if (only && more.length === 0)
    return { isAll, count: 1, sizeBytes, link: { href: fileLinks(source, only).download } };
  const offer = { isAll, count: packed.length, sizeBytes };
  if (sizeBytes > maxBytes) return { ...offer, link: { problem: 'tooLarge' } };
  if (isAll) return { ...offer, link: zipAddress(source) };
  const included = zipAddress(source, { files: packed.map(({ id }) => id) });
  const leftOut = whole.filter(({ id }) => !chosen.has(id)).map(({ id }) => id);
  const excluded = included.fields && zipAddress(source, { exceptFiles: leftOut });
  // Only a download by address can be resumed.
  return { ...offer, link: excluded && !excluded.fields ? excluded : included };
}
