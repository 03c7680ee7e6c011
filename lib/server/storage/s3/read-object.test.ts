import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { Bucket } from './bucket';
import { retryPolicy } from './errors';
import { readBucketFile } from './read-object';

const settings = {
  endpoint: 'http://bucket.test',
  region: 'x',
  bucket: 'x',
  prefix: '',
  forcePathStyle: true,
};
const keys = { accessKeyId: 'x', secretAccessKey: 'x' };

test('an object that is shorter than its row says is never passed on as whole', async () => {
  const bucket = new Bucket({ ...settings, ...keys }, { ...retryPolicy, attempts: 1 });
  bucket.get = async () =>
    Object.assign(Readable.from([Buffer.alloc(5)]), {
      statusCode: 206,
      headers: { 'content-length': '5' },
    }) as never;
  const reading = readBucketFile(bucket, 'key', { start: 0, end: 9 });
  await expect(reading.next()).rejects.toMatchObject({ code: 'server.unavailable' });
});

test('a read that breaks goes on where it was, in the same object, as often as bytes have come meanwhile', async () => {
  const bucket = new Bucket({ ...settings, ...keys }, { ...retryPolicy, attempts: 2, pauseMs: 0 });
  const asked: unknown[][] = [];
  bucket.get = async (_key, range, etag) => {
    asked.push([range?.start, etag]);
    const parts = async function* () {
      yield Buffer.alloc(1, range?.start);
      throw Object.assign(new Error('broken'), { code: 'ECONNRESET' });
    };
    return Object.assign(Readable.from(parts()), {
      statusCode: 206,
      headers: { 'content-length': String(4 - (range?.start ?? 0)), etag: '"one"' },
    }) as never;
  };
  const read: number[] = [];
  for await (const chunk of readBucketFile(bucket, 'key', { start: 0, end: 3 })) read.push(...chunk);
  expect(read).toEqual([0, 1, 2, 3]);
  expect(asked).toEqual([
    [0, undefined],
    [1, '"one"'],
    [2, '"one"'],
    [3, '"one"'],
  ]);
});
