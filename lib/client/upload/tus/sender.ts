import type { UploadFailure, UploadItem } from '../upload-item';

/** Why sending stopped by itself: it needs the person. */
export type Halt = 'signedOut';

/** What is told of one file on its way. */
export type TransferListener = {
  progress: (sentBytes: number) => void;
  reconnecting: () => void;
  done: () => void;
  failed: (failure: UploadFailure) => void;
  halted: (why: Halt) => void;
};

/** Sends files. The tus client is one such port, a test's fake another. */
export type Sender = {
  send: (item: UploadItem, on: TransferListener) => { pause: () => void };
  /** Forgets what has been sent of a file, here and on the server. */
  discard: (item: UploadItem) => void;
};
