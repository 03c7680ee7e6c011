import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import * as tus from 'tus-js-client';
import { isHopedFor, TwoInFlight } from '@/lib/domain/file/two-in-flight';

export type ReportLoss = (sentence: string) => void;

type TusUploadOptions = {
  endpoint: string;
  headers: Record<string, string>;
  chunkBytes: number;
  /** Delays each request, so that an upload can be interrupted. */
  pauseMs: number;
  /** As the page and the command do; else as other clients. */
  isTwoInFlight: boolean;
  onLoss: ReportLoss;
};

/**
 * Uploads a file with tus-js-client, which resumes by itself.
 * @returns the upload's path and the number of resumptions
 */
export function uploadByTus(
  bytes: Buffer,
  { endpoint, headers, chunkBytes, pauseMs, isTwoInFlight, onLoss }: TusUploadOptions,
): Promise<{ path: string; resumed: number }> {
  const seen = watchAcknowledged(onLoss);
  const inner = new tus.DefaultHttpStack({});
  return new Promise((resolve, reject) => {
    const two = new TwoInFlight({
      inner,
      fileBytes: bytes.length,
      whenSent: (request) =>
        once(request.getUnderlyingObject() as ClientRequest, 'finish').catch(() => never),
      onStored: (offset) => seen.compare(upload.url ?? '', offset),
    });
    const upload: tus.Upload = new tus.Upload(bytes, {
      endpoint,
      headers,
      httpStack: isTwoInFlight ? two : inner,
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

const never = new Promise(() => undefined);

/** Checks that acknowledged bytes and uploads are still there. */
function watchAcknowledged(onLoss: ReportLoss) {
  let at = '';
  let acknowledged = 0;
  let resumed = 0;
  const compare = (url: string, offset: number) => {
    // When told to come back, this client starts another upload.
    if (url !== at) [at, acknowledged] = [url, 0];
    if (offset < acknowledged) onLoss(`${url} went back from ${acknowledged} to ${offset}`);
    acknowledged = Math.max(acknowledged, offset);
  };
  const note = (request: tus.HttpRequest, response: tus.HttpResponse) => {
    const [isLook, url, status] = [request.getMethod() === 'HEAD', request.getURL(), response.getStatus()];
    if (isLook && status >= 400 && !isWorthIt(status)) onLoss(`${url} is gone: ${status}`);
    const offset = Number(response.getHeader('Upload-Offset') ?? Number.NaN);
    if (Number.isNaN(offset) || status >= 300 || isHopedFor(response)) return;
    if (isLook) resumed++;
    compare(url, offset);
  };
  return { note, compare, resumed: () => resumed };
}

/** No response, a lock by somebody else, or a server error. */
const isWorthIt = (status: number): boolean =>
  status === 0 || status === 409 || status === 423 || status >= 500;
