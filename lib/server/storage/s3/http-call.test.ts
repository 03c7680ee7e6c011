import { once } from 'node:events';
import http, { type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { newFileId } from '@/lib/server/ids';
import { storageIn } from '@/testing/network/bucket';
import { Bucket } from './bucket';
import { bodyOf } from './segment';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function startFakeBucket(answer: RequestListener): Promise<string> {
  const server = http.createServer(answer);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const settingsOf = (endpoint: string) => ({
  endpoint,
  region: 'x',
  bucket: 'x',
  forcePathStyle: true,
  prefix: '',
  accessKeyId: 'x',
  secretAccessKey: 'x',
});

const object = Buffer.alloc(2 * 1024 * 1024);

test('three hundred readers who take their time keep nobody from storing a file', async () => {
  const endpoint = await startFakeBucket((req, res) => {
    if (req.method === 'GET') return void res.writeHead(206, { 'content-length': object.length }).end(object);
    req.resume().once('end', () => res.writeHead(200, { etag: '"x"' }).end());
  });
  const storage = storageIn(settingsOf(endpoint));
  const readers = Array.from({ length: 300 }, () =>
    storage.read(newFileId(), { start: 0, end: object.length - 1 }),
  );
  await Promise.all(readers.map((reader) => reader.next()));
  const stored = storage.storeWhole(newFileId(), [Buffer.from('small')]).then(() => 'stored');
  expect(await Promise.race([stored, sleep(8_000, 'waits')])).toBe('stored');
  await Promise.all(readers.map((reader) => reader.return(undefined)));
});

test('a call that gets no connection fails as soon as one that gets no answer', async () => {
  const silenceMs = 3_000;
  const endpoint = await startFakeBucket((req) => void req.resume());
  const bucket = new Bucket(settingsOf(endpoint), { silenceMs, attempts: 1, pauseMs: 0 });
  const began = performance.now();
  const calls = Array.from({ length: 300 }, (_, n) => bucket.put(`${n}`, bodyOf(bucket, [])));
  for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
  expect(performance.now() - began).toBeLessThan(1.8 * silenceMs);
});
