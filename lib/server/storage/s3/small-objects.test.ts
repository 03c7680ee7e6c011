import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { newFileId } from '@/lib/server/ids';
import { shortRetries, storageIn } from '@/testing/network/bucket';
import { smallObjectsAtOnce } from './s3-storage';

const seen = { now: 0, most: 0, objects: 0 };
const answers: (() => void)[] = [];

/** Takes every object, and answers when all that may come at once are there. */
const service = http
  .createServer((request, response) => {
    seen.now++;
    seen.objects++;
    seen.most = Math.max(seen.most, seen.now);
    request.resume();
    answers.push(() => {
      seen.now--;
      response.setHeader('etag', '"1"').end();
    });
  })
  .listen(0, '127.0.0.1');
afterAll(() => service.close());

test('hundreds of small files reach a bucket a few at a time, and all in the end', async () => {
  const { port } = service.address() as AddressInfo;
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    forcePathStyle: true,
    prefix: '',
  };
  const storage = storageIn(settings, { retryPolicy: { ...shortRetries, silenceMs: 20_000 } });
  const storing = Promise.all(
    Array.from({ length: 200 }, () => storage.storeWhole(newFileId(), [Buffer.from('small')])),
  );
  await expect.poll(() => seen.now).toBe(smallObjectsAtOnce);
  const answering = setInterval(() => answers.shift()?.(), 1);
  await storing;
  clearInterval(answering);
  expect(seen).toEqual({ now: 0, most: smallObjectsAtOnce, objects: 200 });
});
