import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { Bucket } from './bucket';
import { retryPolicy } from './errors';
import { readFile } from './read-object';

const mib = 1024 * 1024;
const rangeOf = (sizeBytes: number) => ({ start: 0, end: sizeBytes - 1 });

/** A bucket at that address which nobody calls, and by which way it is asked. */
function bucketAt(endpoint: string | undefined) {
  const settings = { region: 'x', bucket: 'x', accessKeyId: 'x', secretAccessKey: 'x', prefix: '' };
  const asked: string[] = [];
  const real = new Bucket({ ...settings, endpoint, forcePathStyle: true }, retryPolicy);
  const calls: Pick<Bucket, 'get' | 'getDirect'> = {
    get: async (_, { start, end }) => {
      asked.push('client');
      const headers = { 'content-length': String(end - start + 1) };
      const body = Readable.from([Buffer.alloc(end - start + 1)]);
      return Object.assign(body, { statusCode: 206, headers }) as never;
    },
    getDirect: async () => {
      asked.push('direct');
      return null;
    },
  };
  return { bucket: Object.assign(real, calls), asked };
}

// Over TLS Node goes on filling buffers after it was told to stop.
test.each([
  ['http://bucket.test', 16 * mib, ['direct', 'client']],
  ['http://bucket.test', 16 * mib - 1, ['client']],
  ['https://bucket.test', 16 * mib, ['client']],
  [undefined, 16 * mib, ['client']],
])('a bucket at %s is asked for %d bytes by %j', async (endpoint, sizeBytes, ways) => {
  const { bucket, asked } = bucketAt(endpoint);
  let came = 0;
  for await (const part of readFile(bucket, 'key', rangeOf(sizeBytes))) came += part.length;
  expect(came).toBe(sizeBytes);
  expect(asked).toEqual(ways);
});
