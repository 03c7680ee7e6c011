import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { share } from '@/lib/contract/share/share';
import { raw } from '@/testing/network/raw';
import { storedAt, upload, uploadHalf } from '@/testing/people/upload';
import { running } from '@/testing/server/running';
import { bytesFrom, dayMs, get, published, shareWithFiles } from '../shared-zip';

const withUnzip = test.skipIf(spawnSync('unzip', ['-v'], { stdio: 'ignore' }).error !== undefined);

const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

function namesIn(bytes: Buffer): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-e2e-zip-'));
  try {
    fs.writeFileSync(path.join(folder, 'x.zip'), bytes);
    const { stdout } = spawnSync('zipinfo', ['-1', path.join(folder, 'x.zip')], { encoding: 'utf8' });
    return stdout.split('\n').filter((line) => line && line !== 'Empty zipfile.');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

withUnzip('the archive of a share passes unzip and holds every byte, folders kept', async () => {
  const { own, owner, id } = await shareWithFiles();
  await upload(owner, id, { name: 'b.txt', content: 'another', folder: 'days/one' });
  await upload(owner, id, { name: 'empty', content: '' });
  const { answer, bytes } = await bytesFrom(own, owner.headers);
  expect(answer.status).toBe(200);
  expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-e2e-zip-'));
  fs.writeFileSync(path.join(folder, 'x.zip'), bytes);
  expect(execFileSync('unzip', ['-t', path.join(folder, 'x.zip')], { encoding: 'utf8' })).toContain(
    'No errors',
  );
  execFileSync('unzip', ['-q', path.join(folder, 'x.zip'), '-d', folder]);
  const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
  expect(read('a.txt')).toBe('first');
  expect(read('empty')).toBe('');
  expect([read('days/one/b.txt'), read('days/one/b (2).txt')].sort()).toEqual(['another', 'second']);
  fs.rmSync(folder, { recursive: true });
});

test('the archive is an attachment named after the share, kept from scripts, frames and caches', async () => {
  const { own, owner, id } = await shareWithFiles({ name: 'Été/2026 "x"' });
  const { headers } = await get(own, owner.headers);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(
      /^attachment; .*filename\*=UTF-8''%C3%89t%C3%A9_2026%20_x_\.zip/,
    ),
    'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store, no-transform',
    'accept-ranges': 'bytes',
  });
  await owner.call(share.setDescription, { params: { id }, body: { value: '# Heading\ntext' } });
  await owner.call(share.clearName, { params: { id } });
  expect((await get(own, owner.headers)).headers.get('content-disposition')).toContain(
    'filename="Heading.zip"',
  );
});

test('an archive without title or name is called by the id that its reader knows', async () => {
  const { own, open, owner, id, linkId } = await published({ name: null });
  expect((await get(own, owner.headers)).headers.get('content-disposition')).toContain(`${id}.zip`);
  const { answer, bytes } = await bytesFrom(open);
  expect(answer.headers.get('content-disposition')).toContain(`${linkId}.zip`);
  expect(JSON.stringify([...answer.headers]) + bytes.toString('latin1')).not.toContain(id);
});

withUnzip('a subset by ids: unknown and foreign ones are dropped, what is no id is ignored', async () => {
  const { own, open, owner, first, second } = await published();
  const other = await shareWithFiles();
  const names = async (url: string) => namesIn((await bytesFrom(url, owner.headers)).bytes);
  expect(await names(own)).toEqual(['a.txt', 'days/one/b.txt']);
  expect(await names(`${own}?file=${second}`)).toEqual(['days/one/b.txt']);
  expect(await names(`${open}?file=${second}&file=${first}&file=${first}`)).toEqual([
    'a.txt',
    'days/one/b.txt',
  ]);
  expect(await names(`${own}?file=${first}&file=unknown&file=%00`)).toEqual(['a.txt']);
  expect(await names(`${own}?file=${other.first}`)).toEqual([]);
  expect(await names(`${own}?file=%2e%2e%2f&file=`)).toEqual(['a.txt', 'days/one/b.txt']);
});

withUnzip('a file that is still arriving is left out', async () => {
  const { own, owner, id } = await shareWithFiles();
  const half = await uploadHalf(owner, id, { name: 'half', content: 'half of it' });
  expect(namesIn((await bytesFrom(own, owner.headers)).bytes)).toEqual(['a.txt', 'days/one/b.txt']);
  expect(namesIn((await bytesFrom(`${own}?file=${half}`, owner.headers)).bytes)).toEqual([]);
});

test('HEAD says the same as GET, without a body', async () => {
  const { own, owner } = await shareWithFiles();
  const { answer, bytes } = await bytesFrom(own, owner.headers);
  const head = await get(own, owner.headers, 'HEAD');
  expect(await head.text()).toBe('');
  expect(head.headers.get('content-length')).toBe(String(bytes.length));
  expect(head.headers.get('etag')).toBe(answer.headers.get('etag'));
});

test('ranges are parts of the whole; a resumed one counts only for the same archive', async () => {
  const { own, owner, id } = await shareWithFiles();
  const { answer, bytes } = await bytesFrom(own, owner.headers);
  const etag = answer.headers.get('etag') ?? '';
  const part = async (range: string, more: Record<string, string> = {}) => {
    const got = await bytesFrom(own, { ...owner.headers, range, ...more });
    return [got.answer.status, got.answer.headers.get('content-range'), got.bytes] as const;
  };
  const size = bytes.length;
  expect(await part('bytes=30-80')).toEqual([206, `bytes 30-80/${size}`, bytes.subarray(30, 81)]);
  expect(await part('bytes=-22')).toEqual([
    206,
    `bytes ${size - 22}-${size - 1}/${size}`,
    bytes.subarray(-22),
  ]);
  expect(await part('bytes=60-', { 'if-range': etag })).toEqual([
    206,
    `bytes 60-${size - 1}/${size}`,
    bytes.subarray(60),
  ]);
  expect(await part('bytes=60-', { 'if-range': '"other"' })).toEqual([200, null, bytes]);
  expect(await part('bytes=60-', { 'if-range': new Date(Date.now() + dayMs).toUTCString() })).toEqual([
    200,
    null,
    bytes,
  ]);
  expect((await get(own, { ...owner.headers, range: `bytes=${size}-` })).status).toBe(416);
  expect((await get(own, { ...owner.headers, 'if-none-match': etag })).status).toBe(304);

  await upload(owner, id, { name: 'new', content: 'new' });
  expect((await get(own, { ...owner.headers, range: 'bytes=60-', 'if-range': etag })).status).toBe(200);
});

test('an archive whose bytes are missing breaks off and never ends as if it were whole', async () => {
  const { own, owner, id } = await shareWithFiles();
  await upload(owner, id, { name: 'c.bin', content: Buffer.alloc(3_000_000, 1) });
  const broken = await upload(owner, id, { name: 'd.bin', content: Buffer.alloc(200_000, 2) });
  fs.truncateSync(storedAt(broken), 100_000);
  const answer = await get(own, owner.headers);
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow();
});

test('a client that disconnects midway leaves the server running', async () => {
  const { own, owner, id } = await shareWithFiles();
  await upload(owner, id, { name: 'c.bin', content: Buffer.alloc(8_000_000, 1) });
  const stop = new AbortController();
  const answer = await fetch(running().url + own, { headers: owner.headers, signal: stop.signal });
  await answer.body?.getReader().read();
  stop.abort();
  expect((await get(own, owner.headers, 'HEAD')).status).toBe(200);
});

test('an archive costs no view, and on the last one it belongs to the visit', async () => {
  const { open, visit, owner, id } = await published({ maxViews: 1 });
  const cookie = cookiesOf(await visit());
  for (const _ of ['once', 'again']) expect((await get(open, { cookie })).status).toBe(200);
  expect(await raw('GET', open)).toMatchObject({ status: 404, json: { code: 'open.notFound' } });
  expect((await owner.call(share.get, { params: { id } })).publishInfo?.views).toBe(1);
});

const formOf = (...fields: string[][]) => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  redirect: 'manual' as const,
});

withUnzip(
  'a form chooses as many files as there are, for the owner and for a visitor with a password',
  async () => {
    const made = await published({ password: 'salt and pepper' });
    const thousands = Array.from({ length: 30_000 }, (_, n) => ['exceptFile', `no-such-file-${n}`]);
    const own = await fetch(running().url + made.own, {
      ...formOf(['exceptFile', made.first], ...thousands),
      headers: made.owner.headers,
    });
    expect(namesIn(Buffer.from(await own.arrayBuffer()))).toEqual(['days/one/b.txt']);
    const visitor = { 'sharry-password': encodeURIComponent('salt and pepper') };
    const cookie = cookiesOf(await get(`/api/v2/open/share/${made.linkId}`, visitor));
    const form = formOf(['folder', 'days']);
    const open = await fetch(running().url + made.open, { ...form, headers: { cookie } });
    expect(namesIn(Buffer.from(await open.arrayBuffer()))).toEqual(['days/one/b.txt']);
    expect((await fetch(running().url + made.open, form)).status).toBe(401);
  },
);
