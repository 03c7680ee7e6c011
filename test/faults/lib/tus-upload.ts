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
  const seen = watched(onLoss);
  return new Promise((resolve, reject) => {
    const upload: tus.Upload = new tus.Upload(bytes, {
      endpoint,
      headers,
      chunkSize: chunkBytes,
      retryDelays: Array.from({ length: 200 }, () => 300),
      onShouldRetry: (error) => isWorthIt((error as tus.DetailedError).originalResponse?.getStatus() ?? 0),
      onBeforeRequest: () => sleep(pauseMs),
      onAfterResponse: seen.note,
      onError: reject,
      onSuccess: () => resolve({ path: new URL(upload.url ?? '').pathname, resumed: seen.resumed() }),
    });
    upload.start();
  });
}

/** Compares what is acknowledged with what was, and asks that what was begun is there. */
function watched(onLoss: Lost) {
  let at = '';
  let acknowledged = 0;
  let resumed = 0;
  const compare = (url: string, offset: number) => {
    // Told to come back, this client begins with another upload, of which nothing is there.
    if (url !== at) [at, acknowledged] = [url, 0];
    if (offset < acknowledged) onLoss(`${url} went back from ${acknowledged} to ${offset}`);
    acknowledged = Math.max(acknowledged, offset);
  };
  const note = (request: tus.HttpRequest, response: tus.HttpResponse) => {
    const [isLook, url, status] = [request.getMethod() === 'HEAD', request.getURL(), response.getStatus()];
    if (isLook && status >= 400 && !isWorthIt(status)) onLoss(`${url} is gone: ${status}`);
    const offset = Number(response.getHeader('Upload-Offset') ?? Number.NaN);
    if (Number.isNaN(offset) || status >= 300) return;
    if (isLook) resumed++;
    compare(url, offset);
  };
  return { note, resumed: () => resumed };
}

/** No answer at all, somebody else at it, or a server that says so. */
const isWorthIt = (status: number): boolean =>
  status === 0 || status === 409 || status === 423 || status >= 500;
