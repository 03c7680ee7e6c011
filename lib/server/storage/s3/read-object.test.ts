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
