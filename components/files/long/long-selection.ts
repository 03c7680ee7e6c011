import type { ShareFile } from '@/lib/contract/share/file';
import type { FileTotals } from '@/lib/domain/share-total';
import { type FileSource, fileLinks, zipAddress } from '../zip/file-links';
import { wholeZipOffer, type ZipOffer } from '../zip/zip-offer';

type SelectionMark<T> = T & { isOn: boolean };

/**
 * The selection in a share whose files are not all loaded. A mark selects or deselects a folder with its
 * content, and the nearest mark wins; "" is the whole share.
 */
export type LongSelection = {
  folders: ReadonlyMap<string, SelectionMark<FileTotals>>;
  files: ReadonlyMap<string, SelectionMark<Pick<ShareFile, 'path' | 'size'>>>;
};

export const nothingChosen: LongSelection = { folders: new Map(), files: new Map() };

const isWithin = (path: string, folder: string) =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export function isFolderChosen({ folders }: LongSelection, path: string): boolean {
  for (let at = path; ; at = parentOf(at)) {
    const mark = folders.get(at);
    if (mark || at === '') return mark?.isOn ?? false;
  }
}

export const isFileChosen = (choice: LongSelection, { id, path }: Pick<ShareFile, 'id' | 'path'>): boolean =>
  choice.files.get(id)?.isOn ?? isFolderChosen(choice, path);

/** True when a folder's content is neither wholly selected nor wholly deselected. */
export const isPartlyChosen = ({ folders, files }: LongSelection, path: string): boolean =>
  [...folders.keys()].some((folder) => folder !== path && isWithin(folder, path)) ||
  [...files.values()].some((file) => isWithin(file.path, path));

export function withFolder(
  choice: LongSelection,
  path: string,
  total: FileTotals,
  isOn: boolean,
): LongSelection {
  const folders = new Map([...choice.folders].filter(([folder]) => !isWithin(folder, path)));
  const files = new Map([...choice.files].filter(([, file]) => !isWithin(file.path, path)));
  const next = { folders, files };
  if (isFolderChosen(next, path) !== isOn) folders.set(path, { ...total, isOn });
  return next;
}

export function withFiles(choice: LongSelection, some: readonly ShareFile[], isOn: boolean): LongSelection {
  const files = new Map(choice.files);
  for (const { id, path, size } of some) {
    if (isFolderChosen(choice, path) === isOn) files.delete(id);
    else files.set(id, { path, size, isOn });
  }
  return { ...choice, files };
}

export function chosenTotal({ folders, files }: LongSelection): FileTotals {
  const total = { files: 0, size: 0 };
  const add = (count: number, { size, isOn }: SelectionMark<{ size: number }>) => {
    total.files += isOn ? count : -count;
    total.size += isOn ? size : -size;
  };
  for (const folder of folders.values()) add(folder.files, folder);
  for (const file of files.values()) add(1, file);
  return total;
}

const markedKeys = <T>(marks: ReadonlyMap<string, SelectionMark<T>>, isOn: boolean): string[] =>
  [...marks].filter(([, mark]) => mark.isOn === isOn).map(([key]) => key);

/** Offers all files without a selection. Null when archives are off. */
export function longZipOffer(
  total: FileTotals,
  choice: LongSelection,
  { source, maxBytes }: { source: FileSource; maxBytes: number },
): ZipOffer | null {
  if (maxBytes === 0) return null;
  const { files: count, size: sizeBytes } = chosenTotal(choice);
  if (count === 0 || count === total.files) return wholeZipOffer(total, { source, maxBytes });
  const { folders, files } = choice;
  const chosen = { files: markedKeys(files, true), folders: markedKeys(folders, true) };
  const except = { exceptFiles: markedKeys(files, false), exceptFolders: markedKeys(folders, false) };
  const [only] = chosen.files;
  const offer = { isAll: false, count, sizeBytes };
  // A single file needs no archive.
  if (only && folders.size === 0 && count === 1)
    return { ...offer, link: { href: fileLinks(source, only).download } };
  if (sizeBytes > maxBytes) return { ...offer, link: { problem: 'tooLarge' } };
  return { ...offer, link: zipAddress(source, { ...chosen, ...except }) };
}
