import 'server-only';
import type { IncomingMessage } from 'node:http';
import type { ByteRange } from '../port';
import type { Bucket } from './bucket';
import { asAppError, BucketRefusal, isRetryable, pauseBeforeRetry } from './errors';

/**
 * Streams a range of an object. Resumes after a broken or silent connection, as long as the object is the same. Never
 * reads ahead.
 * @throws server.unavailable also when the object is missing or shorter
 */
export async function* readObject(bucket: Bucket, key: string, range: ByteRange): AsyncGenerator<Buffer> {
  let position = range.start;
  let etag: string | undefined;
  for (let failures = 0; position <= range.end; ) {
    try {
      const response = await bucket.get(key, { start: position, end: range.end }, etag);
      check(response, range.end - position + 1);
      etag ??= response.headers.etag;
      for await (const chunk of unlessSilent(response, bucket.retryPolicy.silenceMs)) {
        position += chunk.length;
        failures = 0;
        yield chunk;
      }
      if (position <= range.end) throw new Error(`${key} ended ${range.end - position + 1} bytes early`);
    } catch (error) {
      if (++failures >= bucket.retryPolicy.attempts || !isRetryable(error)) throw asAppError(error);
      await pauseBeforeRetry(bucket.retryPolicy, failures);
    }
  }
}

function check(response: IncomingMessage, sizeBytes: number): void {
  const { statusCode, headers } = response;
  if (statusCode === 206 && Number(headers['content-length']) === sizeBytes) return;
  response.destroy();
  const length = headers['content-length'];
  throw new BucketRefusal(416, 'WrongLength', `${length} bytes came where ${sizeBytes} were stored.`);
}

/** The timer runs only while waiting for the bucket, not for a slow reader. */
async function* unlessSilent(response: IncomingMessage, silenceMs: number): AsyncGenerator<Buffer> {
  let isWaiting = true;
  const timer = setTimeout(() => {
    if (isWaiting) response.destroy(new Error(`No byte for ${silenceMs} ms`));
    else timer.refresh();
  }, silenceMs);
  try {
    for await (const chunk of response) {
      isWaiting = false;
      yield chunk as Buffer;
      isWaiting = true;
      timer.refresh();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** A buffer is valid until the next one is requested. */
export const readBucketFile = (bucket: Bucket, key: string, range: ByteRange): AsyncGenerator<Buffer> =>
  inLargeChunks(readObject(bucket, key, range), range.end - range.start + 1);

const bufferBytes = 256 * 1024;

/**
 * Combines small chunks through two alternating buffers. The consumer must be done with a buffer before it requests
 * the next.
 * @param sizeBytes length of the source
 */
async function* inLargeChunks(source: AsyncGenerator<Buffer>, sizeBytes: number): AsyncGenerator<Buffer> {
  const chunkBytes = Math.min(bufferBytes, sizeBytes);
  let rest: Buffer = Buffer.alloc(0);
  let left = sizeBytes;
  const fill = async (buffer: Buffer): Promise<Buffer> => {
    let used = 0;
    while (used < chunkBytes) {
      if (rest.length === 0) {
        const next = await source.next();
        if (next.done) break;
        rest = next.value;
      }
      const copied = rest.copy(buffer, used);
      rest = rest.subarray(copied);
      used += copied;
      left -= copied;
    }
    if (left === 0) await source.next(); // otherwise the connection is closed instead of reused
    return buffer.subarray(0, used);
  };
  const begin = (buffer: Buffer) => {
    const filling = fill(buffer);
    filling.catch(() => undefined); // thrown where it is awaited
    return filling;
  };

  let [next, other] = [
    Buffer.allocUnsafeSlow(chunkBytes),
    Buffer.allocUnsafeSlow(sizeBytes > chunkBytes ? chunkBytes : 0),
  ];
  let pending = begin(next);
  try {
    for (;;) {
      const full = await pending;
      if (full.length === 0) return;
      [next, other] = [other, next];
      pending = next.length > 0 ? begin(next) : Promise.resolve(next);
      yield full;
    }
  } finally {
    await source.return(undefined);
  }
}
