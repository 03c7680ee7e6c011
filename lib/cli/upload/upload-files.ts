import fs from 'node:fs';
import { type DetailedError, type HttpRequest, Upload } from 'tus-js-client';
import { Failure, sentenceOf } from '../failure';
import type { Progress } from '../progress';
import { keyOf, type LocalFile } from './files';

export type Access = {
  /** Where uploads are made. */
  endpoint: string;
  headers: Record<string, string>;
  chunkBytes: number;
  retryDelays: number[];
  /** Small files in one request: only where a lost answer can be found out about. */
  sendsAtOnce: boolean;
  noteUrl?: (file: LocalFile, url: string) => void;
};

export type Task = { file: LocalFile; url: string | null };

const atOnce = 4;
const smallBytes = 256 * 1024;

/** Sends all files, a few at a time. The first one that can't be sent ends it. */
export async function uploadFiles(access: Access, tasks: Task[], progress: Progress): Promise<void> {
  const left = [...tasks].reverse();
  const running = new Set<Upload>();
  const work = async () => {
    for (let task = left.pop(); task; task = left.pop()) await uploadOne(access, task, { progress, running });
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } catch (error) {
    left.length = 0;
    await Promise.allSettled([...running].map((upload) => upload.abort()));
    throw error;
  }
}

type Around = { progress: Progress; running: Set<Upload> };

function uploadOne(access: Access, { file, url }: Task, { progress, running }: Around): Promise<void> {
  const { sizeBytes } = file;
  let sent: number | null = url === null ? 0 : null;
  return new Promise((resolve, reject) => {
    const upload = new Upload(file.place.bytes, {
      fileReader: { openFile: async () => partsOf(file) },
      endpoint: access.endpoint,
      uploadUrl: url,
      uploadSize: sizeBytes,
      headers: access.headers,
      chunkSize: access.chunkBytes,
      retryDelays: access.retryDelays,
      uploadDataDuringCreation: access.sendsAtOnce && sizeBytes > 0 && sizeBytes <= smallBytes,
      metadata: {
        filename: file.name,
        relativePath: keyOf(file),
        mtime: String(file.modifiedMs),
      },
      onUploadUrlAvailable: () => {
        if (!upload.url || upload.url === url) return;
        upload.url = below(access.endpoint, upload.url);
        access.noteUrl?.(file, upload.url);
      },
      onShouldRetry: (error) => mayRetry(error),
      onProgress: (now) => {
        if (sent !== null) progress.add(now - sent);
        sent = now;
      },
      onSuccess: () => {
        running.delete(upload);
        progress.fileDone();
        resolve();
      },
      onError: (error) => {
        running.delete(upload);
        reject(failureOf(file, error));
      },
    });
    running.add(upload);
    upload.start();
  });
}

/** The library takes paths for UTF-8. */
const partsOf = ({ place, sizeBytes: size }: LocalFile) => ({
  size,
  slice: async (start: number, end: number) => {
    const last = Math.min(end, size);
    const part = fs.createReadStream(place.bytes, { start, end: last - 1 });
    return { value: Object.assign(part, { size: last - start }), done: last === size };
  },
  close: () => undefined,
});

/** Where uploads are made they are filled, whatever host a server names: token and bytes are for one server. */
const below = (endpoint: string, location: string) =>
  `${endpoint}/${encodeURIComponent(new URL(location, endpoint).pathname.split('/').at(-1) ?? '')}`;

/** What is in use by a request that is just ending, overloaded, away, or where nobody answered. */
function mayRetry(error: Error | DetailedError): boolean {
  const status = statusOf(error);
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;
}

type Answered = {
  originalResponse?: { getStatus: () => number; getBody: () => string } | null;
  originalRequest?: HttpRequest;
};

const statusOf = (error: unknown): number => (error as Answered).originalResponse?.getStatus() ?? 0;

function failureOf(file: LocalFile, error: unknown): Failure {
  const status = statusOf(error);
  const body = (error as Answered).originalResponse?.getBody() ?? '';
  const said = /"message":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1];
  const reason = said ? (JSON.parse(`"${said}"`) as string) : sentenceOf(error).split(', originated from')[0];
  const kind =
    status === 401 || status === 403
      ? 'notAllowed'
      : status === 0 || status >= 500
        ? 'unreachable'
        : 'failed';
  return new Failure(`${file.place.shown}: ${reason}`, kind);
}
