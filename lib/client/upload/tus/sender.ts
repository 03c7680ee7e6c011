import type { Sealing } from '@/lib/client/upload/sealed/sealing';
import type { ChunkSize } from '@/lib/domain/file/chunk-size';
import type { UploadAccess } from '../access/upload-access';
import type { UploadMemory } from '../unfinished/upload-memory';
import type { UploadFailure, UploadItem } from '../upload-item';
import type { WireFile } from '../wire-file';

export type HaltReason = 'signedOut';

export type TransferListener = {
  progress: (sentBytes: number) => void;
  reconnecting: () => void;
  done: () => void;
  failed: (failure: UploadFailure) => void;
  halted: (why: HaltReason) => void;
};

/** The port that sends files; implemented by the tus client and by a fake in tests. */
export type UploadSender = {
  send: (item: UploadItem, on: TransferListener) => { pause: () => void };
  discard: (item: UploadItem) => void;
  /** Files that may be on their way once this one is; null for the usual number. */
  atOnce?: (item: UploadItem) => number | null;
};

/** A share that files are sent into, for all its transfers. */
export type TusSetup = {
  access: UploadAccess;
  memory: UploadMemory;
  retryDelays: readonly number[];
  /** Sizes of requests that one file has learned apply to the others. */
  chunkSize: ChunkSize;
  /** Rejects when the file can't be read, or the server doesn't answer. */
  wireOf: (item: UploadItem) => Promise<WireFile>;
  sealing: Sealing | null;
};
