import 'server-only';
import type { IncomingMessage } from 'node:http';
import type { ByteRange } from '../storage';
import type { Bucket } from './bucket';
import { asAppError, BucketRefusal, mayPass } from './errors';
import { pause } from './retry';

/**
 * Streams a range of an object. A stream that breaks or falls silent is taken up where it broke, as long as it is
 * still the same object. Nothing is asked for ahead of the reader, and one that leaves ends the call.
 * @throws server.unavailable also when the object isn't there or is shorter: its row says otherwise
 */
export async function* readObject(bucket: Bucket, key: string, range: ByteRange): AsyncGenerator<Buffer> {
  const { silenceMs, attempts } = bucket.patience;
  let position = range.start;
  let etag: string | undefined;
  for (let failures = 0; position <= range.end; ) {
    try {
      const response = await bucket.get(key, { start: position, end: range.end }, etag);
      check(response, range.end - position + 1);
      etag ??= response.headers.etag;
      for await (const chunk of unlessSilent(response, silenceMs)) {
        position += chunk.length;
        failures = 0;
        yield chunk;
      }
      if (position <= range.end) throw new Error(`${key} ended ${range.end - position + 1} bytes early`);
    } catch (error) {
      if (++failures >= attempts || !mayPass(error)) throw asAppError(error);
      await pause(bucket.patience, failures);
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

/** The clock runs only while the reader waits: a slow reader is no silence. */
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
