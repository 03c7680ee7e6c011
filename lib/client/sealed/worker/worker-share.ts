import { sealedRoot } from '@/lib/domain/sealed/sealed-root';

export type WorkerFile = {
  id: string;
  salt: string;
  path: string;
  name: string;
  type: string;
  size: number;
  modifiedMs: number | null;
  /** Base64 of a small WebP. */
  picture: string | null;
  /** All of it has arrived on the server. */
  isWhole: boolean;
};

/** A sealed share that a page has opened. Kept in the worker's memory alone, under a random token. */
export type WorkerShare = {
  token: string;
  title: string;
  key: Uint8Array<ArrayBuffer>;
  files: readonly WorkerFile[];
  /** Addresses of the sealed bytes; the token stands for the file's ID. */
  download: string;
  preview: string;
};

export type MessageToWorker = { kind: 'opened'; share: WorkerShare } | { kind: 'stay' };
/** Why a file isn't saved. `stopped`: the server can't be reached, or gives no more of it. */
export type UnsavedReason = 'damaged' | 'stopped' | 'tooLarge';
export type MessageToPage =
  /** The browser has ended the worker meanwhile, and with it its memory. */
  | { kind: 'wanted'; token: string }
  /** Timers of a hidden page come too seldom to keep the worker: it asks for a message while it sends. */
  | { kind: 'sending' }
  | { kind: 'ended'; token: string; address: string; failure: UnsavedReason | null };

export const fileAddress = (token: string, fileId: string, use: 'preview' | 'download' | 'picture'): string =>
  `${sealedRoot}${token}/${fileId}?${use}=1`;

/** Browsers end a worker that has heard nothing for 30 seconds. */
export const stayEveryMs = 10_000;

export const zipFileId = 'zip';
