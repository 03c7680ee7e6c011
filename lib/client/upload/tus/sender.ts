import type { UploadFailure, UploadItem } from '../upload-item';

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
};
