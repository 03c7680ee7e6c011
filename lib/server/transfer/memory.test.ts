import { once } from 'node:events';
import { expect, test } from 'vitest';
import { boundary, filePart, formOf, formType } from '@/testing/service/form';
import { idOf, open, startTransfer, tusClient, uploader } from '@/testing/service/transfer';

const block = Buffer.alloc(1024 * 1024, 'x');
const blocks = 300;

function watchMemory() {
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  return {
    /** By how many MiB it grew at most. */
    stop: () => {
      clearInterval(watch);
      return (peak - before) / 2 ** 20;
    },
  };
}

async function sendBlocks(request: ReturnType<typeof open>['request']): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    if (!request.write(block)) await once(request, 'drain');
  }
}

test('memory stays flat however big the file is: 300 MiB up and down within 100 MiB, the client’s own included', async () => {
  const { port } = await startTransfer();
  const { share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const path = await tus.begin(blocks * block.length);
  const memory = watchMemory();

  const upload = tus.stream(path, 0, { 'content-length': blocks * block.length });
  await sendBlocks(upload.request);
  upload.request.end();
  expect((await upload.reply).status).toBe(204);

  const file = `/api/v2/sec/share/${share.id}/file/${idOf(path)}`;
  expect(await drained(open(port, 'GET', file, auth).request.end())).toBe(blocks * block.length);
  expect(memory.stop()).toBeLessThan(100);
}, 60_000);

test('a form of 300 MiB goes straight to storage, too', async () => {
  const { port } = await startTransfer();
  const { ctx, share, auth } = await uploader();
  const memory = watchMemory();
  const [head, tail] = [
    formOf(filePart('big', '')).subarray(0, -boundary.length - 8),
    `\r\n--${boundary}--\r\n`,
  ];
  const headers = { ...auth, ...formType };
  const { request, reply } = open(port, 'POST', `/api/v2/sec/upload/${share.id}/files/add`, headers);
  request.write(head);
  await sendBlocks(request);
  request.end(tail);
  expect((await reply).json()).toMatchObject({ success: true });
  expect(memory.stop()).toBeLessThan(100);
  expect(await ctx.db.file.findFirst({ where: { shareId: share.id } })).toMatchObject({
    sizeBytes: BigInt(blocks * block.length),
    state: 'complete',
  });
}, 60_000);

async function drained(request: ReturnType<typeof open>['request']): Promise<number> {
  request.removeAllListeners('response');
  const [response] = await once(request, 'response');
  let bytes = 0;
  for await (const part of response) bytes += (part as Buffer).length;
  return bytes;
}
