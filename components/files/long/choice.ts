import type { ShareFile } from '@/lib/contract/share/file';
import type { FileTotals } from '@/lib/domain/share-total';
import { type FileSource, fileLinks, zipAddress } from '../zip/file-links';
import { wholeZipOffer, type ZipOffer } from '../zip/zip-offer';

type Mark<T> = T & { isOn: boolean };

/**
 * What is chosen of a share whose files are not all here. A folder with a mark is chosen with all below it, or taken out of
 * one that is; "" is the whole share. A file's own mark counts before those of the folders around it. No mark says what
 * holds without it.
 */
export type Choice = {
  folders: ReadonlyMap<string, Mark<FileTotals>>;
  files: ReadonlyMap<string, Mark<Pick<ShareFile, 'path' | 'size'>>>;
};

export const nothingChosen: Choice = { folders: new Map(), files: new Map() };

/** Whether a path is a folder or lies in it. */
const isWithin = (path: string, folder: string) =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** True when what is in a folder is chosen, where nothing nearer says otherwise. */
export function isFolderChosen({ folders }: Choice, path: string): boolean {
  for (let at = path; ; at = parentOf(at)) {
    const mark = folders.get(at);
    if (mark || at === '') return mark?.isOn ?? false;
  }
}

export const isFileChosen = (choice: Choice, { id, path }: Pick<ShareFile, 'id' | 'path'>): boolean =>
  choice.files.get(id)?.isOn ?? isFolderChosen(choice, path);

/** True when something in a folder is chosen, and something is not. */
export const isPartlyChosen = ({ folders, files }: Choice, path: string): boolean =>
  [...folders.keys()].some((folder) => folder !== path && isWithin(folder, path)) ||
  [...files.values()].some((file) => isWithin(file.path, path));

/** A folder that is chosen or not takes the place of all that was said in it. */
export function withFolder(choice: Choice, path: string, total: FileTotals, isOn: boolean): Choice {
  const folders = new Map([...choice.folders].filter(([folder]) => !isWithin(folder, path)));
  const files = new Map([...choice.files].filter(([, file]) => !isWithin(file.path, path)));
  const next = { folders, files };
  if (isFolderChosen(next, path) !== isOn) folders.set(path, { ...total, isOn });
  return next;
}

export function withFiles(choice: Choice, some: readonly ShareFile[], isOn: boolean): Choice {
  const files = new Map(choice.files);
  for (const { id, path, size } of some) {
    if (isFolderChosen(choice, path) === isOn) files.delete(id);
    else files.set(id, { path, size, isOn });
  }
  return { ...choice, files };
}

export function chosenTotal({ folders, files }: Choice): FileTotals {
  const total = { files: 0, size: 0 };
  const add = (count: number, { size, isOn }: Mark<{ size: number }>) => {
    total.files += isOn ? count : -count;
    total.size += isOn ? size : -size;
  };
  for (const folder of folders.values()) add(folder.files, folder);
  for (const file of files.values()) add(1, file);
  return total;
}

const marked = <T>(marks: ReadonlyMap<string, Mark<T>>, isOn: boolean): string[] =>
  [...marks].filter(([, mark]) => mark.isOn === isOn).map(([key]) => key);

/** The archive of what is chosen, of everything when nothing is. Null where archives are off. */
export function longZipOffer(
  total: FileTotals,
  choice: Choice,
  { source, maxBytes }: { source: FileSource; maxBytes: number },
): ZipOffer | null {
  if (maxBytes === 0) return null;
  const { files: count, size: sizeBytes } = chosenTotal(choice);
  if (count === 0 || count === total.files) return wholeZipOffer(total, { source, maxBytes });
  const { folders, files } = choice;
  const chosen = { files: marked(files, true), folders: marked(folders, true) };
  const except = { exceptFiles: marked(files, false), exceptFolders: marked(folders, false) };
  const [only] = chosen.files;
  const offered = { isAll: false, count, sizeBytes };
  // One file alone needs no wrapping.
  if (only && folders.size === 0 && count === 1)
    return { ...offered, link: { href: fileLinks(source, only).download } };
  if (sizeBytes > maxBytes) return { ...offered, link: { problem: 'tooLarge' } };
  return { ...offered, link: zipAddress(source, { ...chosen, ...except }) };
}
