import type { ErrorCode } from '@/lib/contract/errors';

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
