import type { ShareFile } from '@/lib/contract/share/file';
import { isReady } from '@/lib/domain/file/file-type';
import { type FileTotals, totalOf } from '@/lib/domain/share-total';
import { type FileSource, fileLinks, type ZipAddress, zipAddress } from './file-links';

export type ZipOffer = {
  isAll: boolean;
  count: number;
  sizeBytes: number;
  /** Files that are left out because they wait for their virus scan. */
  waiting?: number | undefined;
  link: ZipAddress | { problem: 'tooLarge' | 'beingChecked' };
};

const isWaiting = ({ scan }: ShareFile): boolean => scan === 'pending';

type FilesOfShare = { files: readonly ShareFile[]; total?: FileTotals | undefined };

type WholeDownload = { href: string; total: FileTotals; isPart: boolean };

type ZipOptions = { source: FileSource; maxBytes: number };

/** For shares whose files are not all loaded. Null when archives are off. */
export function wholeZipOffer(
  { files, size, pending }: FileTotals,
  { source, maxBytes }: ZipOptions,
): ZipOffer | null {
  if (maxBytes === 0) return null;
  const offer = { isAll: true, count: files, sizeBytes: size, waiting: pending };
  if (pending) return { ...offer, link: { problem: 'beingChecked' } };
  return { ...offer, link: size > maxBytes ? { problem: 'tooLarge' } : zipAddress(source) };
}

/** Offers all files without a selection. Null for fewer than two files or when archives are off. */
export function zipOffer(
  files: readonly ShareFile[],
  chosen: ReadonlySet<string>,
  { source, maxBytes }: ZipOptions,
): ZipOffer | null {
  const whole = files.filter(isReady);
  const waiting = files.filter(isWaiting);
  if (maxBytes === 0 || whole.length < 2) return null;
  const some = whole.filter(({ id }) => chosen.has(id));
  const isAll = some.length === 0 || some.length === whole.length;
  const packed = isAll ? whole : some;
  const sizeBytes = packed.reduce((sum, { size }) => sum + size, 0);
  const [only, ...more] = packed.map(({ id }) => id);
  // A single file needs no archive.
  if (only && more.length === 0)
    return { isAll, count: 1, sizeBytes, link: { href: fileLinks(source, only).download } };
  const isWhole = isAll && waiting.length === 0;
  const offer = { isAll: isWhole, count: packed.length, sizeBytes, waiting: waiting.length || undefined };
  if (sizeBytes > maxBytes) return { ...offer, link: { problem: 'tooLarge' } };
  if (isWhole) return { ...offer, link: zipAddress(source) };
  const leftOut = [...whole.filter((file) => !packed.includes(file)), ...waiting];
  return { ...offer, link: partAddress(source, packed, leftOut) };
}

/** Only a download by address can be resumed. */
function partAddress(
  source: FileSource,
  packed: readonly ShareFile[],
  leftOut: readonly ShareFile[],
): ZipAddress {
  const included = zipAddress(source, { files: packed.map(({ id }) => id) });
  if (!included.fields) return included;
  const excluded = zipAddress(source, { exceptFiles: leftOut.map(({ id }) => id) });
  return excluded.fields ? included : excluded;
}

/** Everything that can leave, for a button; null while there is nothing. */
export function wholeDownload(source: FileSource, { files, total }: FilesOfShare): WholeDownload | null {
  if (total) return total.pending ? null : { href: zipAddress(source).href, total, isPart: false };
  const ready = files.filter(isReady);
  const waiting = files.filter(isWaiting).map(({ id }) => id);
  const whole = { total: totalOf({ files: ready }), isPart: waiting.length > 0 };
  const [first, second] = ready;
  if (first && !second) return { ...whole, href: fileLinks(source, first.id).download };
  const { href, fields } = zipAddress(source, { exceptFiles: waiting });
  return first && !fields ? { ...whole, href } : null;
}
