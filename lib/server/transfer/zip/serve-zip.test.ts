import { crc32 } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { listFiles } from '@/lib/server/services/file/folder';
import { publishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { send, startTransfer, tusClient, uploader } from '@/testing/service/transfer';

let port = 0;
beforeAll(async () => {
  ({ port } = await startTransfer());
});

test('an archive names the checksum that the upload summed up', async () => {
  const { share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const content = Buffer.from('what the checksum is of');
  await tus.patch(await tus.begin(content.length), 0, content);
  const zip = await send(port, 'GET', `/api/v2/sec/share/${share.id}/zip`, { headers: auth });
  expect(zip.status).toBe(200);
  expect(zip.body.readUInt32LE(14)).toBe(crc32(content));
});

test('a file keeps its own time of change: in the details, as Last-Modified and in the archive', async () => {
  const { ctx, share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const changed = Date.parse('2019-03-04T05:06:07.890Z');
  const place = await tus.begin(1, {
    'upload-metadata': `filename ${btoa('a')},mtime ${btoa(`${changed}`)}`,
  });
  await tus.patch(place, 0, Buffer.from('a'));
  const at = `/api/v2/sec/share/${share.id}`;
  const get = (path: string, headers = {}) =>
    send(port, 'GET', at + path, { headers: { ...auth, ...headers } });
  const [file] = await listFiles(ctx.db, { shareId: share.id, onlyArrived: false });
  expect(file?.lastModified).toBe(changed);
  const date = 'Mon, 04 Mar 2019 05:06:07 GMT';
  expect((await get(`/file/${file?.id}`)).headers['last-modified']).toBe(date);
  expect((await get(`/file/${file?.id}`, { 'if-modified-since': date })).status).toBe(304);
  expect((await get(`/file/${file?.id}`, { 'if-range': date, range: 'bytes=0-0' })).status).toBe(206);
  const { body } = await get('/zip');
  const extra = body.indexOf(Buffer.from([0x55, 0x54, 5, 0, 1]));
  expect(body.readInt32LE(extra + 5)).toBe(Math.floor(changed / 1000));
});

test('a time of change that is still to come is none that a browser hears of', async () => {
  const { share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const place = await tus.begin(1, { 'sharry-file-modified': '253402300799999' });
  await tus.patch(place, 0, Buffer.from('a'));
  const fileId = place.split('/').at(-1);
  const path = `/api/v2/sec/share/${share.id}/file/${fileId}`;
  const { headers } = await send(port, 'GET', path, { headers: auth });
  expect(Date.parse(String(headers['last-modified']))).toBeLessThanOrEqual(Date.now());
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('a form chooses thousands of files, for the owner and for a visitor with a password', async () => {
  const { ctx, share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  for (const name of ['a.txt', 'b.txt']) {
    const metadata = `filename ${btoa(name)}`;
    await tus.patch(await tus.begin(1, { 'upload-metadata': metadata }), 0, Buffer.from('x'));
  }
  const [first, second] = await ctx.db.file.findMany({
    where: { shareId: share.id },
    orderBy: { name: 'asc' },
  });
  const thousands = Array.from({ length: 30_000 }, (_, n) => ['exceptFile', `no-such-file-${n}`]);
  const ask = (path: string, fields: string[][], headers: Record<string, string>) =>
    send(port, 'POST', path, {
      headers: { ...form, ...headers },
      body: Buffer.from(String(new URLSearchParams(fields))),
    });
  const own = `/api/v2/sec/share/${share.id}/zip`;
  const { status, body } = await ask(own, [['exceptFile', first?.id ?? ''], ...thousands], auth);
  expect([status, body.includes('b.txt'), body.includes('a.txt')]).toEqual([200, true, false]);

  await setShareField(ctx, share.id, { password: 'salt and pepper' });
  const { id: linkId } = await publishShare(ctx, { shareId: share.id, reuseId: false });
  const open = `/api/v2/open/share/${linkId}/zip`;
  const choice = [['file', second?.id ?? '']];
  expect((await ask(open, choice, {})).status).toBe(401);
  const answer = await ask(open, choice, { 'sharry-password': encodeURIComponent('salt and pepper') });
  expect([answer.status, answer.body.includes('b.txt')]).toEqual([200, true]);
});

test('a form that is too large is refused, and a page whose form is refused is shown again', async () => {
  const { share, auth } = await uploader();
  const own = `/api/v2/sec/share/${share.id}/zip`;
  const body = Buffer.from(`file=${'x'.repeat(3_000_000)}`);
  expect((await send(port, 'POST', own, { headers: { ...form, ...auth }, body })).status).toBe(413);
  const browser = { ...form, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const ask = (path: string) => send(port, 'POST', path, { headers: browser, body: Buffer.from('file=a') });
  const [ofOwner, ofVisitor] = [await ask(own), await ask('/api/v2/open/share/nosuchlink/zip')];
  expect([ofOwner.status, ofOwner.headers.location]).toEqual([303, `/app/upload/${share.id}`]);
  expect([ofVisitor.status, ofVisitor.headers.location]).toEqual([303, '/app/open/nosuchlink']);
});
