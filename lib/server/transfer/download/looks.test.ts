import { beforeAll, expect, test } from 'vitest';
import { textPreviewBytes } from '@/lib/domain/file/text-preview';
import { openShare } from '@/lib/server/services/open/open-share';
import { photo } from '@/testing/network/photo';
import { openContext } from '@/testing/service/context';
import { publishedFile } from '@/testing/service/published-file';
import { send, startTransfer } from '@/testing/service/transfer';
import { finishDownloadRecords } from './record-download';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const proof = { password: null, passwordCookie: null, visitCookie: null };

async function published(maxDownloads: number | null) {
  const made = await publishedFile(port, await photo(), 'a.jpg');
  const { ctx, share, linkId, fileId } = made;
  await ctx.db.share.update({ where: { id: share.id }, data: { maxDownloads, maxViews: 100 } });
  const visit = async () => {
    const { pass } = await openShare(openContext({ now: new Date() }), linkId, proof);
    return pass?.key ? `visit=${encodeURIComponent(pass.key)}` : '';
  };
  const count = async () =>
    (await ctx.db.publication.findUniqueOrThrow({ where: { shareId: share.id } })).downloads;
  const base = `/api/v2/open/share/${linkId}`;
  const file = `${base}/file/${fileId}`;
  /** Once a small picture is made. */
  const picture = async () => {
    const proven = await visit();
    const asked = async () => (await send(port, 'HEAD', `${file}/thumbnail?${proven}`)).status;
    await expect.poll(asked, { timeout: 20_000 }).toBe(200);
    return `${file}/thumbnail`;
  };
  return { ...made, visit, count, base, file, picture };
}
type Published = Awaited<ReturnType<typeof published>>;

const whole: [string, (of: Published) => string, Record<string, string>?][] = [
  ['the file', ({ file }) => `${file}?`],
  ['the file to be saved', ({ file }) => `${file}?download=1&`],
  ['a preview of it', ({ file }) => `${file}?preview=1&`],
  ['a preview ahead', ({ file }) => `${file}?preview=1&ahead=1&`],
  ['a preview by ranges', ({ file }) => `${file}?preview=1&`, { range: 'bytes=0-' }],
  ['its last bytes', ({ file }) => `${file}?preview=1&ahead=1&`, { range: 'bytes=1-' }],
  ['the file by its name', ({ base }) => `${base}/named/a.jpg?`],
  ['an archive of it', ({ base }) => `${base}/zip?`],
];

test.each(whole)('a link for one download gives %s to one visit alone', async (_, address, headers = {}) => {
  const of = await published(1);
  const [one, two] = [await of.visit(), await of.visit()];
  const get = (visit: string) => send(port, 'GET', address(of) + visit, { headers });
  expect((await get(one)).status).toBeLessThan(300);
  expect(await of.count()).toBe(1);
  expect((await get(two)).status).toBe(404);
  expect((await get(one)).status).toBeLessThan(300);
  await finishDownloadRecords();
  expect(await of.count()).toBe(1);
});

test('a visitor who viewed a file by such a link may save it in the same visit', async () => {
  const { ctx, file, share, visit, count } = await published(1);
  const mine = await visit();
  await send(port, 'GET', `${file}?preview=1&${mine}`);
  const minutesAgo = new Date(Date.now() - 10 * 60_000);
  await ctx.db.download.updateMany({ where: { shareId: share.id }, data: { startedAt: minutesAgo } });
  expect((await send(port, 'GET', `${file}?download=1&${mine}`)).status).toBe(200);
  expect(await count()).toBe(1);
});

test('reading the beginning of a text by such a link takes no download, and gives no more of it', async () => {
  const bytes = Buffer.alloc(textPreviewBytes + 1_000, 'a line of text\n');
  const { ctx, share, linkId, fileId } = await publishedFile(port, bytes, 'a.txt');
  await ctx.db.share.update({ where: { id: share.id }, data: { maxDownloads: 1, maxViews: 100 } });
  const { pass } = await openShare(openContext({ now: new Date() }), linkId, proof);
  const visit = `visit=${encodeURIComponent(pass?.key ?? '')}`;
  const file = `/api/v2/open/share/${linkId}/file/${fileId}`;
  const count = async () =>
    (await ctx.db.publication.findUniqueOrThrow({ where: { shareId: share.id } })).downloads;
  const beginning = bytes.subarray(0, textPreviewBytes);
  for (const headers of [{}, { range: `bytes=0-${textPreviewBytes - 1}` }, { range: 'bytes=0-' }]) {
    const seen = await send(port, 'GET', `${file}?preview=1&${visit}`, { headers });
    expect([seen.body.equals(beginning), seen.headers.etag]).toEqual([true, undefined]);
  }
  const rest = { range: `bytes=${textPreviewBytes}-` };
  expect((await send(port, 'GET', `${file}?preview=1&${visit}`, { headers: rest })).status).toBe(416);
  await finishDownloadRecords();
  expect(await count()).toBe(0);
  const events = await ctx.db.auditEvent.findMany({ where: { shareId: share.id, event: 'file.view' } });
  expect(events.length).toBeGreaterThan(0);
  for (const query of ['preview=1&download=1', 'download=1', ''])
    expect((await send(port, 'GET', `${file}?${query}&${visit}`)).body).toHaveLength(bytes.length);
  expect(await count()).toBe(1);
});

const noBytes: [string, string, (of: Published) => string | Promise<string>][] = [
  ['asking about it', 'HEAD', ({ file }) => `${file}?`],
  ['asking about a preview', 'HEAD', ({ file }) => `${file}?preview=1&`],
  ['a small picture of it', 'GET', async ({ picture }) => `${await picture()}?`],
  ['a larger one', 'GET', async ({ picture }) => `${await picture()}?large=1&`],
  ['the list', 'GET', ({ base }) => `${base}/text?`],
  ['checksums', 'GET', ({ base }) => `${base}/SHA256SUMS?`],
  ['addresses', 'GET', ({ base }) => `${base}/urls?`],
];

test.each(noBytes)('%s takes no download', async (_, method, address) => {
  const of = await published(1);
  const path = (await address(of)) + (await of.visit());
  expect((await send(port, method, path)).status).toBe(200);
  await finishDownloadRecords();
  expect(await of.count()).toBe(0);
});

const looks: [string, (of: Published) => string | Promise<string>, string[]][] = [
  ['saving', ({ file }) => `${file}?download=1`, ['download.file']],
  ['a preview', ({ file }) => `${file}?preview=1`, ['file.view']],
  ['a preview fetched ahead', ({ file }) => `${file}?preview=1&ahead=1`, []],
  ['a small picture', async ({ picture }) => await picture(), []],
  ['a larger picture', async ({ picture }) => `${await picture()}?large=1`, ['file.view']],
  ['a larger picture fetched ahead', async ({ picture }) => `${await picture()}?large=1&ahead=1`, []],
  ['saving that claims to be ahead', ({ file }) => `${file}?download=1&ahead=1`, ['download.file']],
  ['a preview to be saved', ({ file }) => `${file}?preview=1&download=1&ahead=1`, ['download.file']],
];

test.each(looks)('%s is written down as what it is', async (_, address, events) => {
  const of = await published(null);
  expect((await send(port, 'GET', await address(of))).status).toBe(200);
  await finishDownloadRecords();
  const where = { shareId: of.share.id, event: { in: ['file.view', 'download.file'] } };
  const written = await of.ctx.db.auditEvent.findMany({ where });
  expect(written.map(({ event }) => event)).toEqual(events);
  const isShown = events.includes('file.view');
  const rows = await of.ctx.db.download.findMany({ where: { shareId: of.share.id } });
  expect(rows.map((row) => row.isShown)).toEqual(events.map(() => isShown));
  expect(await of.count()).toBe(isShown ? 0 : events.length);
});

test('a picture that was fetched ahead is a view once a byte of it is asked for again', async () => {
  const { ctx, file, share } = await published(null);
  await send(port, 'GET', `${file}?preview=1&ahead=1`);
  await send(port, 'GET', `${file}?preview=1`, { headers: { range: 'bytes=0-0' } });
  await finishDownloadRecords();
  const where = { shareId: share.id, event: 'file.view' };
  expect(await ctx.db.auditEvent.findMany({ where })).toMatchObject([{ outcome: 'ok' }]);
});

test('a file whose bytes are missing in the storage uses no download', async () => {
  const one = await published(1);
  await one.ctx.storage.remove(one.fileId);
  const { status } = await send(port, 'GET', `${one.file}?download=1&${await one.visit()}`);
  await finishDownloadRecords();
  expect([status, await one.count()]).toEqual([503, 0]);
});
