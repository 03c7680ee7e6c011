'use client';

import { useRef, useState } from 'react';
import { itemsBetween } from '@/components/files/choose/display-order';
import { useCachedRead } from '@/lib/client/call/use-call';
import { filesInput } from '@/lib/contract/http/file-inputs';
import type { ShareFile } from '@/lib/contract/share/file';
import { isReady } from '@/lib/domain/file/file-type';
import type { FileTotals } from '@/lib/domain/share-total';
import { type FileSource, fileLinks, zipAddress } from '../zip/file-links';
import { wholeZipOffer, type ZipOffer } from '../zip/zip-offer';
import { filesCall } from './file-calls';

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
  // Nobody knows here in which folder they are.
  if (total.pending && folders.size > 0)
    return { ...offer, waiting: total.pending, link: { problem: 'beingChecked' } };
  return { ...offer, link: zipAddress(source, { ...chosen, ...except }) };
}

type MarkedPage = { path: string; marks: readonly string[]; page: number; items: readonly ShareFile[] };

export type LongSelectionState = {
  choice: LongSelection;
  change: (next: (now: LongSelection) => LongSelection) => void;
  /** Selects a file; with `isRange`, all files from the last selected one in the same folder. */
  chooseFile: (file: ShareFile, at: MarkedPage, how: { isOn: boolean; isRange: boolean }) => void;
};

/** Resets the selection when the number of files changes, since it is unknown which files are affected. */
export function useLongSelection({ files }: FileTotals, source: FileSource): LongSelectionState {
  const [state, setState] = useState({ choice: nothingChosen, files });
  const last = useRef<{ file: ShareFile; page: number } | null>(null);
  const read = useCachedRead();
  const change: LongSelectionState['change'] = (next) =>
    setState((now) => ({ choice: next(now.files === files ? now.choice : nothingChosen), files }));

  const itemsOf = async ({ path, marks }: MarkedPage, page: number) =>
    (await read(filesCall(source), filesInput(source.id, path, marks, page, source.visit))).items;

  async function rangeTo(file: ShareFile, at: MarkedPage): Promise<readonly ShareFile[]> {
    const from = last.current;
    if (!from || from.file.path !== at.path) return [file];
    const [first, end] = [Math.min(from.page, at.page), Math.max(from.page, at.page)];
    const pages = Array.from({ length: end - first + 1 }, (_, n) => itemsOf(at, first + n));
    return itemsBetween((await Promise.all(pages)).flat(), from.file.id, file.id);
  }

  return {
    choice: state.files === files ? state.choice : nothingChosen,
    change,
    chooseFile: async (file, at, { isOn, isRange }) => {
      const range = isRange ? await rangeTo(file, at).catch(() => [file]) : [file];
      last.current = { file, page: at.page };
      change((now) => withFiles(now, range.filter(isReady), isOn));
    },
  };
}
