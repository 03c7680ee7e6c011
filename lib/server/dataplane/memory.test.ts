import { once } from 'node:events';
import { expect, test } from 'vitest';
import { idOf, open, startDoor, tusClient, uploader } from '@/test/dataplane';

const block = Buffer.alloc(1024 * 1024, 'x');
const blocks = 300;

test('memory stays flat however big the file is: 300 MiB up and down within 100 MiB, the client’s own included', async () => {
  const { port } = await startDoor();
  const { share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const path = await tus.begin(blocks * block.length);
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);

  const upload = tus.stream(path, 0, { 'content-length': blocks * block.length });
  for (let i = 0; i < blocks; i++) {
    if (!upload.request.write(block)) await once(upload.request, 'drain');
  }
  upload.request.end();
  expect((await upload.reply).status).toBe(204);

  const file = `/api/v2/sec/share/${share.id}/file/${idOf(path)}`;
  expect(await drained(open(port, 'GET', file, auth).request.end())).toBe(blocks * block.length);
  clearInterval(watch);
  expect((peak - before) / 2 ** 20).toBeLessThan(100);
}, 60_000);

async function drained(request: ReturnType<typeof open>['request']): Promise<number> {
  request.removeAllListeners('response');
  const [response] = await once(request, 'response');
  let bytes = 0;
  for await (const part of response) bytes += (part as Buffer).length;
  return bytes;
}
