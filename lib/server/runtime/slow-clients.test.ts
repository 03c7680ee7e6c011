import { once } from 'node:events';
import type http from 'node:http';
import { setTimeout as moment } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { idOf, open, someBytes, startTransfer, uploading } from '@/testing/service/transfer';

const mb = 1024 * 1024;
const idleMs = 600;
const { port } = await startTransfer({ idleMs });

test('a request on which bytes flow, however slowly, is never cut', async () => {
  const { tus, download } = await uploading(port);
  const bytes = someBytes(20);
  const path = await tus.begin(bytes.length);
  const { request, reply } = tus.stream(path, 0, { 'content-length': bytes.length });
  const began = Date.now();
  for (const byte of bytes) {
    request.write(Buffer.of(byte));
    await moment(idleMs / 6);
  }
  request.end();
  expect((await reply).status).toBe(204);
  expect(Date.now() - began).toBeGreaterThan(2 * idleMs);
  expect(await download(path)).toEqual(bytes);
});

test('a request that stalls is let go with what it brought, and goes on from there', async () => {
  const { tus, rowOf, download } = await uploading(port);
  const bytes = someBytes(1000);
  const path = await tus.begin(bytes.length);
  const { request, reply } = tus.stream(path, 0, { 'content-length': bytes.length });
  const began = Date.now();
  request.write(bytes.subarray(0, 400));
  await expect(reply).rejects.toThrow(); // the connection ends, and nobody had to ask for it
  expect(Date.now() - began).toBeLessThan(10 * idleMs);
  await expect.poll(async () => (await rowOf(path)).upload?.offsetBytes).toBe(400n);
  expect((await tus.patch(path, 400, bytes.subarray(400))).status).toBe(204);
  expect(await download(path)).toEqual(bytes);
});

async function pausedDownload(sizeBytes: number, takenBytes: number) {
  const { tus, share, auth } = await uploading(port);
  const bytes = someBytes(sizeBytes);
  const path = await tus.begin(bytes.length);
  expect((await tus.patch(path, 0, bytes)).status).toBe(204);
  const { request, reply } = open(port, 'GET', `/api/v2/sec/share/${share.id}/file/${idOf(path)}`, auth);
  reply.catch(() => undefined);
  request.removeAllListeners('response');
  request.end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const parts: Buffer[] = [];
  let taken = 0;
  const read = async (most: number) => {
    for await (const part of response.iterator({ destroyOnReturn: false })) {
      parts.push(part);
      taken += part.length;
      if (taken >= most) return;
    }
  };
  await read(takenBytes);
  return { rest: () => read(Number.POSITIVE_INFINITY), isWhole: () => Buffer.concat(parts).equals(bytes) };
}

test('a client that has read some megabytes may pause and then read to the end', async () => {
  const { rest, isWhole } = await pausedDownload(60 * mb, 30 * mb);
  await moment(4 * idleMs);
  await rest();
  expect(isWhole()).toBe(true);
});

test('a client that requests a file and reads nothing is disconnected', async () => {
  const { rest } = await pausedDownload(60 * mb, 0);
  await moment(4 * idleMs);
  await expect(rest()).rejects.toThrow();
});
