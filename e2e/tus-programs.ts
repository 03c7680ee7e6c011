import type fs from 'node:fs';
import * as tus4 from 'tus-js-client';
import tus1 from 'tus-js-client-1';

/** Exists in Node, although the package's types omit it. */
const { FileUrlStorage } = tus4 as unknown as { FileUrlStorage: new (file: string) => unknown };

export type TusClientOptions = {
  endpoint: string;
  headers: Record<string, string>;
  metadata?: Record<string, string>;
  overridePatchMethod?: boolean;
  chunkSize: number;
  retryDelays: number[];
  uploadSize?: number;
  urlStorage?: unknown;
  onSuccess: () => void;
  onError: (error: Error) => void;
  onProgress?: (sent: number) => void;
};
type TusUpload = { start: () => void; abort: () => unknown; url: string | null };
export type TusProgram = {
  upload: (file: Buffer | fs.ReadStream, options: TusClientOptions) => TusUpload;
  storage: (file: string) => unknown;
  resume: (upload: TusUpload) => Promise<void>;
};

/** Versions of tus-js-client: the one of Sharry's page and the current one. */
export const clients: Record<string, TusProgram> = {
  'tus-js-client 1.8.0-1': {
    upload: (file, options) => new tus1.Upload(file, options),
    storage: (file) => new tus1.FileStorage(file),
    resume: async () => undefined, // by itself
  },
  'tus-js-client 4': {
    upload: (file, options) => new tus4.Upload(file, options as tus4.UploadOptions),
    storage: (file) => new FileUrlStorage(file),
    resume: async (upload) => {
      const one = upload as tus4.Upload;
      const [previous] = await one.findPreviousUploads();
      if (!previous) throw new Error('nothing was noted');
      one.resumeFromPreviousUpload(previous);
    },
  },
};
