import { setTimeout as moment } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { someBytes, startTransfer, uploading } from '@/testing/service/transfer';

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
