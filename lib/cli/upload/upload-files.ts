import { once } from 'node:events';
import fs from 'node:fs';
import type { ClientRequest } from 'node:http';
import { Readable } from 'node:stream';
import { DefaultHttpStack, type DetailedError, type HttpRequest, Upload } from 'tus-js-client';
import { idempotencyHeader } from '@/lib/contract/http/names';
import { TwoInFlight } from '@/lib/domain/file/two-in-flight';
import { CallRefusal, parseJson } from '../call';
import { Failure, sentenceOf } from '../failure';
import type { ProgressBar } from '../progress';
import { fileKey, type LocalFile } from './local-files';
import { sendBundles } from './send-bundles';
import type { UploadSetup, UploadTask } from './upload-setup';

const atOnce = 4;
const smallBytes = 256 * 1024;

export async function uploadFiles(
  access: UploadSetup,
  tasks: UploadTask[],
  progress: ProgressBar,
): Promise<void> {
  const left = (await sendBundles(access, tasks, progress)).reverse();
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

type UploadRun = { progress: ProgressBar; running: Set<Upload> };

function uploadOne(
  access: UploadSetup,
  { file, url }: UploadTask,
  { progress, running }: UploadRun,
): Promise<void> {
  const { sizeBytes } = file;
  let sent: number | null = url === null ? 0 : null;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      running.delete(upload);
      reject(failureOf(file, error));
    };
    const failReading = (error: Error) => {
      fail(error);
      void upload.abort();
    };
    const upload = new Upload(file.place.bytes, {
      fileReader: { openFile: async () => fileReader(file, failReading) },
      endpoint: access.endpoint,
      uploadUrl: url,
      uploadSize: sizeBytes,
      headers: { ...access.headers, [idempotencyHeader]: access.creationKey(file) },
      httpStack: new TwoInFlight({ inner: new DefaultHttpStack({}), fileBytes: sizeBytes, whenSent }),
      chunkSize: access.chunkBytes,
      retryDelays: access.retryDelays,
      uploadDataDuringCreation: access.sendsAtOnce && sizeBytes > 0 && sizeBytes <= smallBytes,
      metadata: {
        filename: file.name,
        relativePath: fileKey(file),
        ...(file.modifiedMs !== null && { mtime: String(file.modifiedMs) }),
      },
      onUploadUrlAvailable: () => {
        if (!upload.url || upload.url === url) return;
        upload.url = uploadUrlBelow(access.endpoint, upload.url);
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
      onError: fail,
    });
    running.add(upload);
    upload.start();
  });
}

const whenSent = (request: HttpRequest): Promise<unknown> =>
  once(request.getUnderlyingObject() as ClientRequest, 'finish');

/** Opens by bytes, because tus-js-client takes paths for UTF-8. */
const fileReader = ({ place, sizeBytes: size, slices }: LocalFile, fail: (error: Error) => void) => ({
  size,
  slice: async (start: number, end: number) => {
    const last = Math.min(end, size);
    const part = slices
      ? Readable.from(slices(start, last), { objectMode: false })
      : wholePart(place.bytes, { start, last, fail });
    part.once('error', fail); // tus-js-client would wait for ever
    return { value: Object.assign(part, { size: last - start }), done: last === size };
  },
  close: () => undefined,
});

/** A file that is cut off meanwhile, as logs are, would keep the request waiting for the rest. */
function wholePart(file: Buffer, { start, last, fail }: FilePart): fs.ReadStream {
  const part = fs.createReadStream(file, { start, end: last - 1 });
  part.once('end', () => {
    if (part.bytesRead < last - start)
      fail(new Failure('It became shorter while it was sent. Run the same command again.'));
  });
  return part;
}

type FilePart = { start: number; last: number; fail: (error: Error) => void };

/** Ignores the host that the server returns, because token and content are for one server. */
const uploadUrlBelow = (endpoint: string, location: string) =>
  `${endpoint}/${encodeURIComponent(new URL(location, endpoint).pathname.split('/').at(-1) ?? '')}`;

function mayRetry(error: Error | DetailedError): boolean {
  const status = statusOf(error);
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;
}

type TusError = {
  originalResponse?: { getStatus: () => number; getBody: () => string } | null;
  originalRequest?: HttpRequest;
};

const statusOf = (error: unknown): number => (error as TusError).originalResponse?.getStatus() ?? 0;

function failureOf(file: LocalFile, error: unknown): Failure {
  if (error instanceof Failure) return new Failure(`${file.place.display}: ${error.message}`);
  const status = statusOf(error);
  const answer = parseJson((error as TusError).originalResponse?.getBody() ?? '');
  const { message, code = '' } = (answer ?? {}) as { message?: string; code?: string };
  const reason = message ?? sentenceOf(error).split(', originated from')[0];
  const text = `${file.place.display}: ${reason}`;
  return status === 0 ? new Failure(text, 'unreachable') : new CallRefusal(text, { code, status });
}
