import type { ErrorCode } from '@/lib/contract/errors';

/**
 * A file as it was picked: the browser's file and the folder it stood in, "" at the top. It is sent under its own name
 * unless there is another, and known by its traits unless it has a key.
 */
export type PickedFile = { file: File; path: string; name?: string; key?: string };

export type UploadState = 'waiting' | 'uploading' | 'reconnecting' | 'paused' | 'done' | 'failed';

/** Why one file did not arrive. `refused` carries the server's own sentence. */
export type UploadFailure =
  | { kind: 'refused'; message: string; code: ErrorCode | null }
  | { kind: 'status'; status: number }
  | { kind: 'unreadable' };

/** One file on its way. Never changed in place, so that a row is drawn again only when its file moved. */
export type UploadItem = {
  readonly id: string;
  /** Path, the file's own name, size and time, with a digest where two have these in common. */
  readonly key: string;
  readonly file: File;
  readonly filename: string;
  readonly path: string;
  readonly size: number;
  readonly state: UploadState;
  readonly sentBytes: number;
  readonly failure: UploadFailure | null;
};

type Identity = { path: string; name: string; size: number; lastModified: number };

/** The same for the same file picked again, also after a reload. */
export const fileKey = ({ path, name, size, lastModified }: Identity): string =>
  JSON.stringify([path, name, size, lastModified]);

export const traitsKey = ({ file, path }: PickedFile): string =>
  fileKey({ path, name: file.name, size: file.size, lastModified: file.lastModified });

export const keyOf = (picked: PickedFile): string => picked.key ?? traitsKey(picked);

const inOneRequestBytes = 1024 ** 2;

/** Whether one request may create a file and bring all of it. */
export const isSentAtOnce = ({ size }: Pick<UploadItem, 'size'>): boolean => size <= inOneRequestBytes;

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
