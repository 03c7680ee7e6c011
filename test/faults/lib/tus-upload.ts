import { setTimeout as sleep } from 'node:timers/promises';
import * as tus from 'tus-js-client';

export type Lost = (sentence: string) => void;

type Options = {
  endpoint: string;
  headers: Record<string, string>;
  chunkBytes: number;
  /** Before each request, so that an upload lasts long enough to be interrupted. */
  pauseMs: number;
  onLoss: Lost;
};

/**
 * One file through the usual tus client, which comes back by itself for as long as it takes.
 * @returns the path of the upload, and how often it was taken up again
 */
export function uploadByTus(
  bytes: Buffer,
  { endpoint, headers, chunkBytes, pauseMs, onLoss }: Options,
): Promise<{ path: string; resumed: number }> {
  let acknowledged = 0;
  let resumed = 0;
  return new Promise((resolve, reject) => {
    const upload: tus.Upload = new tus.Upload(bytes, {
      endpoint,
      headers,
      chunkSize: chunkBytes,
      retryDelays: Array.from({ length: 200 }, () => 300),
      onShouldRetry: (error) => isWorthIt((error as tus.DetailedError).originalResponse?.getStatus() ?? 0),
      onBeforeRequest: () => sleep(pauseMs),
      onAfterResponse: (request, response) => {
        const offset = Number(response.getHeader('Upload-Offset') ?? Number.NaN);
        if (Number.isNaN(offset) || response.getStatus() >= 300) return;
        if (request.getMethod() === 'HEAD') resumed++;
        if (offset < acknowledged) onLoss(`${request.getURL()} went back from ${acknowledged} to ${offset}`);
        acknowledged = Math.max(acknowledged, offset);
      },
      onError: reject,
      onSuccess: () => resolve({ path: new URL(upload.url ?? '').pathname, resumed }),
    });
    upload.start();
  });
}

/** No answer at all, somebody else at it, or a server that says so. */
const isWorthIt = (status: number): boolean =>
  status === 0 || status === 409 || status === 423 || status >= 500;
