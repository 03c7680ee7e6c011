import type { ErrorCode } from '@/lib/contract/errors';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';
import { type FolderNode, fileTree } from '@/lib/domain/file/file-tree';

/** A picked file and its folder ("" at the top). `name` overrides the file's name, `key` its identity. */
export type PickedFile = { file: File; path: string; name?: string; key?: string };

export type UploadItemState = 'waiting' | 'uploading' | 'reconnecting' | 'paused' | 'done' | 'failed';

export type UploadFailure =
  | { kind: 'refused'; message: string; code: ErrorCode | null }
  | { kind: 'status'; status: number }
  | { kind: 'unreadable' };

/** Immutable, so that a row renders again only when its own file has changed. */
export type UploadItem = {
  readonly id: string;
  /** Path, original name, size and time; a digest where two files share these. */
  readonly key: string;
  readonly file: File;
  readonly filename: string;
  readonly path: string;
  readonly size: number;
  readonly state: UploadItemState;
  readonly sentBytes: number;
  readonly failure: UploadFailure | null;
};

type FileTraits = { path: string; name: string; size: number; lastModified: number };

/** The same for the same file picked again, also after a reload. */
export const fileKey = ({ path, name, size, lastModified }: FileTraits): string =>
  JSON.stringify([path, name, size, lastModified]);

export const traitsKey = ({ file, path }: PickedFile): string =>
  fileKey({ path, name: file.name, size: file.size, lastModified: file.lastModified });

export const keyOf = (picked: PickedFile): string => picked.key ?? traitsKey(picked);

const inOneRequestBytes = 1024 ** 2;

export const fitsOneRequest = ({ size }: Pick<UploadItem, 'size'>): boolean => size <= inOneRequestBytes;

let lastId = 0;

export const waitingItem = ({ file, path, name = file.name }: PickedFile, key: string): UploadItem => ({
  id: String(++lastId),
  key,
  file,
  filename: name,
  path,
  size: file.size,
  state: 'waiting',
  sentBytes: 0,
  failure: null,
});

/** Returns the server's message when all failed files have the same one: retrying is then not the first thing to do. */
export function commonRefusal(items: readonly (UploadItem | undefined)[]): string | null {
  const failures = items.flatMap((item) => item?.failure ?? []);
  const messages = new Set(failures.map((failure) => (failure.kind === 'refused' ? failure.message : null)));
  const [only = null] = messages;
  return messages.size === 1 ? only : null;
}

/** Identifies a file's path and name in a share. Normalised, so that names that look the same are equal. */
export const placeOf = (path: string, name: string): string =>
  JSON.stringify([safeFolderPath(path), safeFileName(name)]).normalize('NFC');

/** Turns `same.txt` into `same (2).txt`, or the next free number in its folder. */
export function freeName(path: string, name: string, isTaken: (place: string) => boolean): string {
  const dot = name.lastIndexOf('.');
  const [base, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 2; ; number++) {
    const numbered = `${base} (${number})${ending}`;
    if (!isTaken(placeOf(path, numbered))) return numbered;
  }
}

/** Sorts files in the order of the displayed list, so that progress moves down. */
export function sortLikeList(files: readonly PickedFile[]): PickedFile[] {
  const placed = files.map((picked, index) => {
    const { name, size } = picked.file;
    return { id: String(index), filename: name, path: picked.path, size, picked };
  });
  const inOrder = (folder: FolderNode<(typeof placed)[number]>): PickedFile[] => [
    ...folder.folders.flatMap(inOrder),
    ...folder.files.map(({ picked }) => picked),
  ];
  return inOrder(fileTree(placed));
}
