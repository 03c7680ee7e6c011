import type { ShareFile } from '@/lib/contract/share/file';
import type { Total } from '@/lib/domain/share-total';
import { type FileSource, fileLinks, zipLink } from '../zip/file-links';
import { maxLinkLength, wholeZipOffer, type ZipOffer } from '../zip/zip-offer';

/**
 * What is chosen of a share whose files are not all here: folders with all below them, known by their paths ("" is the
 * whole share), and single files beside them. Nothing is in it twice.
 */
export type Choice = {
  folders: ReadonlyMap<string, Total>;
  files: ReadonlyMap<string, Pick<ShareFile, 'path' | 'size'>>;
};

export const nothingChosen: Choice = { folders: new Map(), files: new Map() };

/** Whether a path is a folder or lies in it. */
const isWithin = (path: string, folder: string) =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** Whether a folder is chosen, by itself or with one around it. */
export const isFolderChosen = ({ folders }: Choice, path: string): boolean =>
  [...folders.keys()].some((folder) => isWithin(path, folder));

/** Whether something in a folder is chosen. */
export const isPartlyChosen = ({ folders, files }: Choice, path: string): boolean =>
  [...folders.keys()].some((folder) => isWithin(folder, path)) ||
  [...files.values()].some((file) => isWithin(file.path, path));

/** A folder that is chosen takes the place of all that was chosen in it. */
export function withFolder(choice: Choice, path: string, total: Total, isOn: boolean): Choice {
  const folders = new Map([...choice.folders].filter(([folder]) => !isWithin(folder, path)));
  const files = new Map([...choice.files].filter(([, file]) => !isWithin(file.path, path)));
  if (isOn) folders.set(path, total);
  return { folders, files };
}

export function withFiles({ folders, files }: Choice, some: readonly ShareFile[], isOn: boolean): Choice {
  const next = new Map(files);
  for (const { id, path, size } of some) isOn ? next.set(id, { path, size }) : next.delete(id);
  return { folders, files: next };
}

export function chosenTotal({ folders, files }: Choice): Total {
  const inFolders = [...folders.values()];
  const sum = (sizes: { size: number }[]) => sizes.reduce((all, { size }) => all + size, 0);
  return {
    files: inFolders.reduce((all, total) => all + total.files, 0) + files.size,
    size: sum(inFolders) + sum([...files.values()]),
  };
}

/** The archive of what is chosen, of everything when nothing is. Null where archives are off. */
export function longZipOffer(
  total: Total,
  choice: Choice,
  { source, maxBytes }: { source: FileSource; maxBytes: number },
): ZipOffer | null {
  if (maxBytes === 0) return null;
  const { files: count, size: sizeBytes } = chosenTotal(choice);
  if (count === 0 || choice.folders.has('')) return wholeZipOffer(total, { source, maxBytes });
  const ids = [...choice.files.keys()];
  const [only] = ids;
  const offered = { isAll: false, count, sizeBytes };
  // One file alone needs no wrapping.
  if (only && count === 1) return { ...offered, link: { href: fileLinks(source, only).download } };
  const href = zipLink(source, ids, [...choice.folders.keys()]);
  const problem = sizeBytes > maxBytes ? 'tooLarge' : href.length > maxLinkLength ? 'tooMany' : null;
  return { ...offered, link: problem ? { problem } : { href } };
}
