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
  /** Parts that are sent at once and joined. */
  streams: number;
  onLoss: ReportLoss;
};

/**
 * Uploads a file with tus-js-client, which resumes by itself.
 * @returns the upload's path and the number of resumptions
 */
export function uploadByTus(
  bytes: Buffer,
  { endpoint, headers, chunkBytes, pauseMs, isTwoInFlight, streams, onLoss }: TusUploadOptions,
): Promise<{ path: string; resumed: number }> {
  const seen = watchAcknowledged(onLoss);
  const inner = new tus.DefaultHttpStack({});
  let joins = 0;
  return new Promise((resolve, reject) => {
    const two = new TwoInFlight({
      inner,
      fileBytes: bytes.length,
      whenSent: (request) => once(request.getUnderlyingObject() as ClientRequest, 'finish'),
      onStored: (offset) => seen.compare(upload.url ?? '', offset),
    });
    const upload: tus.Upload = new tus.Upload(bytes, {
      endpoint,
      headers,
      httpStack: isTwoInFlight && streams === 1 ? two : inner,
      parallelUploads: streams,
      chunkSize: chunkBytes,
      retryDelays: Array.from({ length: 200 }, () => 300),
      onShouldRetry: (error) => isWorthIt(statusOf(error)),
      onBeforeRequest: () => sleep(pauseMs),
      onAfterResponse: seen.note,
      onError: (error) => {
        // The client repeats all requests of parts by itself, but not the one that joins them.
        if (streams === 1 || joins++ > 200 || !isWorthIt(statusOf(error))) reject(error);
        else void sleep(300).then(() => upload.start());
      },
      onSuccess: () => resolve({ path: new URL(upload.url ?? '').pathname, resumed: seen.resumed() }),
    });
    upload.start();
  });
}

/** Checks that acknowledged bytes and uploads are still there. */
function watchAcknowledged(onLoss: ReportLoss) {
  const known = new Map<string, number>();
  let resumed = 0;
  const compare = (url: string, offset: number) => {
    const acknowledged = known.get(url) ?? 0;
    if (offset < acknowledged) onLoss(`${url} went back from ${acknowledged} to ${offset}`);
    known.set(url, Math.max(acknowledged, offset));
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

const statusOf = (error: Error): number =>
  (error instanceof tus.DetailedError && error.originalResponse?.getStatus()) || 0;

/** No response, a lock by somebody else, or a server error. */
const isWorthIt = (status: number): boolean =>
  status === 0 || status === 409 || status === 423 || status >= 500;
