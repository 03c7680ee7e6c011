import { once } from 'node:events';
import net from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { bundleLines, formatHead } from '@/lib/domain/file/bundle';
import { bundleClient, bundleOf, newKey, record } from '@/testing/service/bundle';
import { idOf, open, sha256, someBytes, startTransfer, uploading } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

async function setUp() {
  const { ctx, share, auth, tus } = await uploading(port);
  const rows = () => ctx.db.file.findMany({ where: { shareId: share.id }, orderBy: { name: 'asc' } });
  return { ctx, auth, tus, rows, bundle: bundleClient(port, share.id, auth) };
}

const stored = expect.stringMatching(/^\w{32}$/);

test('through HTTP/1.0 the lines come until the connection ends', async () => {
  const { auth, bundle } = await setUp();
  const [one, other] = [record('a.txt', 'A'), record('b.txt', 'B')];
  const body = bundleOf([one, other]);
  const headers = Object.entries({ ...auth, 'content-length': String(body.length) });
  const socket = net.connect(port, '127.0.0.1');
  socket.write(`POST ${bundle.path} HTTP/1.0\r\n`);
  socket.write(`${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  socket.write(body);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  const [head = '', lines = ''] = Buffer.concat(parts).toString().split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.\d 200 /);
  expect(head.toLowerCase()).not.toContain('transfer-encoding');
  expect(bundleLines(lines).map(({ id }) => id)).toEqual([stored, stored]);
});

test('memory stays flat however many files there are: of 160 MB more it grows by less than 64 MiB', async () => {
  const { auth, bundle, rows } = await setUp();
  const bytes = someBytes(200_000);
  const sendFiles = async (count: number) => {
    const { request, reply } = open(port, 'POST', bundle.path, auth);
    for (let n = 0; n < count; n++) {
      request.write(formatHead({ key: newKey(), path: `${n}`, size: bytes.length }));
      if (!request.write(bytes)) await once(request, 'drain');
    }
    request.end();
    return bundleLines((await reply).body.toString()).filter(({ id }) => id).length;
  };
  await sendFiles(400);
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  expect(await sendFiles(800)).toBe(800);
  clearInterval(watch);
  expect((await rows()).length).toBe(1_200);
  expect((peak - before) / 2 ** 20).toBeLessThan(64);
});

test('a file that tus had half, and that was removed then, is made anew by its bundle', async () => {
  const { tus, bundle, rows } = await setUp();
  const bytes = someBytes(5_000);
  const key = newKey();
  const path = await tus.begin(5_000, { 'idempotency-key': key, 'sharry-file-name': 'a.bin' });
  await tus.patch(path, 0, bytes.subarray(0, 2_000));
  expect((await tus.remove(path)).status).toBe(204);
  const [line] = await bundle.lines([record('a.bin', bytes, { key })]);
  expect(line).toEqual({ key, id: stored });
  expect(line?.id).not.toBe(idOf(path));
  expect(await rows()).toMatchObject([{ id: line?.id, state: 'complete', sha256: sha256(bytes) }]);
});
