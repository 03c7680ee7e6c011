import { once } from 'node:events';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { faults } from '@/testing/network/faulty-storage';
import { publishedFile } from '@/testing/service/published-file';
import { open, someBytes, startTransfer } from '@/testing/service/transfer';

vi.mock('@/lib/server/storage/disk/disk-storage', async (original) =>
  (await import('@/testing/network/faulty-storage')).faultyDisk(original),
);

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});
afterEach(() => {
  faults.readFailsAfter = null;
});

const published = (bytes: Buffer) => publishedFile(port, bytes);

test('bytes that should be there and aren’t are a failure of ours, not a file that doesn’t exist', async () => {
  const { ctx, fileId, get } = await published(someBytes(10));
  await ctx.storage.remove(fileId);
  const reply = await get();
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5']);
});

test('a disk that fails midway breaks the connection, so that nobody takes half for the whole', async () => {
  const { get } = await published(someBytes(2_000_000));
  faults.readFailsAfter = 600_000;
  await expect(get({ connection: 'keep-alive' })).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  expect(faults.openReads).toBe(0);
});

test('a client that disconnects closes the file', async () => {
  const { link } = await published(someBytes(20_000_000));
  const { request } = open(port, 'GET', link);
  request.end();
  const [response] = await once(request, 'response');
  await once(response, 'data');
  response.pause();
  expect(faults.openReads).toBe(1);
  response.on('error', () => undefined);
  request.destroy();
  await expect.poll(() => faults.openReads).toBe(0);
});
