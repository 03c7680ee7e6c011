import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { open, send, startTransfer, uploading } from '@/testing/service/transfer';
import { finishDownloadRecords } from './record-download';

const record = vi.hoisted(() => vi.fn());
vi.mock('@/lib/server/services/download/record', async (original) => {
  const { recordDownload } = await original<typeof import('@/lib/server/services/download/record')>();
  return { recordDownload: record.mockImplementation(recordDownload) };
});

const { port } = await startTransfer();
const size = 3_000_000;

async function stored(bytes = size) {
  const up = await uploading(port);
  const path = await up.tus.begin(bytes);
  await up.tus.patch(path, 0, Buffer.alloc(bytes, 'x'));
  const fileId = path.split('/').at(-1) ?? '';
  const url = `/api/v2/sec/share/${up.share.id}/file/${fileId}`;
  const where = { shareId: up.share.id };
  const rows = () => up.ctx.db.download.findMany({ where });
  /** Records are written after the answer; this is for them to come, and for none to come. */
  const recorded = async (count: number) => {
    for (let tries = 0; tries < 100 && (await rows()).length < count; tries++) await delay(20);
    return rows();
  };
  const events = () =>
    up.ctx.db.auditEvent.findMany({
      where: { ...where, event: { startsWith: 'download' } },
      orderBy: { id: 'asc' },
    });
  const get = (range?: string) =>
    send(port, 'GET', url, { headers: { ...up.auth, ...(range && { range: `bytes=${range}` }) } });
  return { ...up, fileId, url, get, recorded, rows, events };
}

test('a download is recorded once, with its reader and its bytes', async () => {
  const { ctx, get, recorded, fileId } = await stored();
  await get();
  expect(await recorded(1)).toMatchObject([
    {
      kind: 'file',
      fileId,
      accountId: ctx.viewer.id,
      visitId: null,
      sentBytes: BigInt(size),
      complete: true,
    },
  ]);
});

test('a download that breaks off is recorded as far as it came', async () => {
  const { auth, url, recorded, events } = await stored(30_000_000);
  const { request } = open(port, 'GET', url, auth);
  request.on('response', (response) => response.once('data', () => request.destroy()));
  request.end();
  const [row] = await recorded(1);
  expect(row).toMatchObject({ complete: false });
  expect(Number(row?.sentBytes)).toBeLessThan(30_000_000);
  expect(await events()).toMatchObject([{ event: 'download.file', outcome: 'partial' }]);
});

test('a thousand ranges that a player asks for are one download, whole once all have come', async () => {
  const { get, recorded, rows, events } = await stored();
  await get('0-999');
  await recorded(1);
  record.mockClear();
  const began = performance.now();
  for (let n = 1; n < 50; n++) await get(`${n * 1000}-${n * 1000 + 999}`);
  await get(`50000-${size - 1}`);
  for (let tries = 0; tries < 100 && !(await rows())[0]?.complete; tries++) await delay(20);
  expect(await rows()).toMatchObject([{ sentBytes: BigInt(size), complete: true }]);
  expect((await events()).map(({ outcome }) => outcome)).toEqual(['partial', 'ok']);
  expect(record.mock.calls.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 250);
});

test('asking about a file is no download', async () => {
  const { auth, url, get, recorded, rows } = await stored();
  await send(port, 'HEAD', url, { headers: auth });
  const { headers } = await get();
  await recorded(1);
  await send(port, 'GET', url, { headers: { ...auth, 'if-none-match': String(headers.etag) } });
  await get(`${size}-`);
  expect(await rows()).toHaveLength(1);
});

test('an archive is recorded as one download', async () => {
  const { auth, share, recorded } = await stored();
  await send(port, 'GET', `/api/v2/sec/share/${share.id}/zip`, { headers: auth });
  expect(await recorded(1)).toMatchObject([{ kind: 'zip', fileId: null, complete: true }]);
});

test('when a range of a download can’t be recorded, the next one still is', async () => {
  const { get, recorded, rows } = await stored();
  record.mockRejectedValueOnce(new Error('no'));
  await get('0-999');
  await get('1000-1999');
  await recorded(1);
  expect(await rows()).toMatchObject([{ sentBytes: 1000n }]);
});

test('ranges that are written together are a whole download, though the last byte comes before the others', async () => {
  const { get, recorded, rows } = await stored();
  await get('0-999');
  await recorded(1);
  await get(`2000-${size - 1}`);
  await get('1000-1999');
  for (let tries = 0; tries < 100 && !(await rows())[0]?.complete; tries++) await delay(20);
  expect(await rows()).toMatchObject([{ sentBytes: BigInt(size), complete: true }]);
});

test('ranges are written together, after a moment or when the server stops', async () => {
  const { get, recorded, rows } = await stored();
  await get('0-999');
  await recorded(1);
  await Promise.all(Array.from({ length: 8 }, (_, n) => get(`${n * 1000 + 1000}-${n * 1000 + 1999}`)));
  await finishDownloadRecords();
  expect(await rows()).toMatchObject([{ sentBytes: 9000n }]);
  await get(`9000-${size - 1}`);
  await finishDownloadRecords();
  expect(await rows()).toMatchObject([{ sentBytes: BigInt(size), complete: true }]);
});

test('a download that waits behind another on its connection ends with it', async () => {
  const { auth, share, url, recorded } = await stored(30_000_000);
  const headers = Object.entries({ host: 'x', ...auth }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = (path: string) => `GET ${path} HTTP/1.1\r\n${headers.join('')}\r\n`;
  const both = request(url) + request(`/api/v2/sec/share/${share.id}/zip`);
  const socket = net.connect(port, '127.0.0.1', () => socket.write(both));
  socket.once('readable', () => setTimeout(() => socket.destroy(), 300));
  expect(await recorded(2)).toMatchObject([{ complete: false }, { complete: false }]);
});

test('a hundred downloads of a file in a row count as one', async () => {
  const { get, rows, recorded, events } = await stored(1);
  await Promise.all(Array.from({ length: 50 }, () => get()));
  for (let n = 0; n < 50; n++) await get();
  await recorded(1);
  await finishDownloadRecords();
  expect(await rows()).toMatchObject([{ sentBytes: 1n, complete: true }]);
  expect(await events()).toMatchObject([{ event: 'download.file', outcome: 'ok' }]);
});
