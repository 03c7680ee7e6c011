import { beforeAll, expect, test } from 'vitest';
import { publishedFile } from '@/testing/service/published-file';
import { someBytes, startTransfer } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const published = (bytes: Buffer) => publishedFile(port, bytes);

test('a part is exactly the bytes that were asked for', async () => {
  const bytes = someBytes(1_000_000);
  const { get } = await published(bytes);
  for (const [range, from, to] of [
    ['bytes=0-0', 0, 1],
    ['bytes=262143-262145', 262_143, 262_146],
    ['bytes=999999-', 999_999, 1_000_000],
    ['bytes=500000-', 500_000, 1_000_000],
    ['bytes=-3', 999_997, 1_000_000],
    ['bytes=10-99999999', 10, 1_000_000],
  ] as const) {
    const { status, headers, body } = await get({ range });
    expect([range, status, headers['content-range'], headers['content-length']]).toEqual([
      range,
      206,
      `bytes ${from}-${to - 1}/1000000`,
      String(to - from),
    ]);
    expect(body.equals(bytes.subarray(from, to))).toBe(true);
  }
  expect((await get({ range: 'bytes=0-1,5-6' })).status).toBe(200);
});

test('a part that there isn’t is refused with the size', async () => {
  const { get } = await published(someBytes(100));
  const reply = await get({ range: 'bytes=100-' });
  expect([reply.status, reply.headers['content-range'], reply.json().code]).toEqual([
    416,
    'bytes */100',
    'file.noSuchRange',
  ]);
});

test('every range of an empty file is the whole of it', async () => {
  const { get, head } = await published(Buffer.of());
  for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=5-', 'bytes=-1', 'bytes=-0']) {
    for (const query of ['', '?preview=1', '?download=1']) {
      const { status, headers, body } = await get({ range }, query);
      expect([
        range,
        query,
        status,
        headers['content-length'],
        headers['content-range'],
        body.length,
      ]).toEqual([range, query, 200, '0', undefined, 0]);
    }
    expect((await head({ range })).status).toBe(200);
  }
});

test('a part is only given to who has the other part of the same file', async () => {
  const { get } = await published(someBytes(100));
  const { headers } = await get();
  const [etag, modified] = [String(headers.etag), String(headers['last-modified'])];
  const statusFor = async (ifRange: string) =>
    (await get({ range: 'bytes=0-9', 'if-range': ifRange })).status;
  expect(await statusFor(etag)).toBe(206);
  expect(await statusFor(modified)).toBe(206);
  expect(await statusFor(`W/${etag}`)).toBe(200);
  expect(await statusFor('"other"')).toBe(200);
  expect(await statusFor(new Date(0).toUTCString())).toBe(200);
});

test('a client that has the file already gets no bytes', async () => {
  const { get } = await published(someBytes(100));
  const { headers } = await get();
  const [etag, modified] = [String(headers.etag), String(headers['last-modified'])];
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const { status, body, headers } = await get({ 'if-none-match': tag, range: 'bytes=0-1' });
    expect([tag, status, body.length, headers.etag]).toEqual([tag, 304, 0, etag]);
  }
  expect((await get({ 'if-none-match': '"x"', 'if-modified-since': modified })).status).toBe(200);
  expect((await get({ 'if-modified-since': modified })).status).toBe(304);
  expect((await get({ 'if-modified-since': new Date(0).toUTCString() })).status).toBe(200);
  expect((await get({ 'if-match': etag })).status).toBe(200);
  expect((await get({ 'if-unmodified-since': new Date(0).toUTCString() })).json().code).toBe('file.changed');
});
