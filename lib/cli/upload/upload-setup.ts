import type { LocalFile } from './local-files';

export type UploadSetup = {
  endpoint: string;
  headers: Record<string, string>;
  chunkBytes: number;
  retryDelays: number[];
  /** Sends small files in one request. Requires that a lost answer can be detected. */
  sendsAtOnce: boolean;
  /** A creation that is tried again with it makes no second file. */
  creationKey: (file: LocalFile) => string;
  noteUrl?: (file: LocalFile, url: string) => void;
};

export type UploadTask = { file: LocalFile; url: string | null };
