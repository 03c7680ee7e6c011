import { afterEach, describe, expect, test, vi } from 'vitest';
import { headerBytes, recordBytes, sealedSize, tagBytes } from '@/lib/domain/sealed/layout';
import { sealBytes } from '@/lib/domain/sealed/seal';
import { newShareKey } from '@/lib/domain/sealed/share-key';
import { answerSealed, parseRange } from './answer';
import type { WorkerShare } from './worker-share';

afterEach(() => vi.unstubAllGlobals());

const size = 40 * recordBytes + 123;
const plain = Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 9)) & 0xff);
const saltText = '000102030405060708090a0b0c0d0e0f';
const salt = Uint8Array.from({ length: 16 }, (_, at) => at);

type Fault = (sealed: Uint8Array<ArrayBuffer>, tries: number) => Uint8Array<ArrayBuffer>;

/** A server with one sealed file, whose line breaks after so many bytes of each answer. */
async function sealedServer({
  breaksAfter = Number.POSITIVE_INFINITY,
  fault = ((sealed) => sealed) as Fault,
} = {}) {
  const key = await newShareKey();
  const stored = await sealBytes(key, { kind: 'file', salt, bytes: plain });
  const ranges: (string | null)[] = [];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    asked.push(address);
    const range = new Headers(headers).get('range');
    ranges.push(range);
    const sealed = fault(stored, ranges.length);
    const [from, to] = range ? range.slice(6).split('-').map(Number) : [0, sealed.length - 1];
    const part = sealed.subarray(from, (to ?? 0) + 1);
    const sent = part.subarray(0, breaksAfter);
    let isSent = false;
    const body = new ReadableStream({
      pull(out) {
        if (!isSent) out.enqueue(sent.slice());
        else if (sent.length < part.length) out.error(new TypeError('broken line'));
        else out.close();
        isSent = true;
      },
    });
    const contentRange = `bytes ${from}-${to}/${sealed.length}`;
    return new Response(body, {
      status: range ? 206 : 200,
      headers: range ? { 'content-range': contentRange } : { 'content-length': String(sealed.length) },
    });
  });
  const file = {
    id: 'f',
    salt: saltText,
    path: 'a',
    name: 'plän.bin',
    type: 'video/mp4',
    size,
    modifiedMs: 0,
    picture: null,
    isWhole: true,
  };
  const share: WorkerShare = {
    token: 't',
    title: 'T',
    key: key.bytes,
    files: [file],
    download: '/t?download=1',
    preview: '/t?preview=1',
  };
  const get = (query: string, headers: Record<string, string> = {}) =>
    answerSealed(new Request(`http://localhost/app/sealed/t/${query}`, { headers }), share);
  return { get, ranges, asked, share, file };
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a sealed file', () => {
  test('is opened whole, with its name, as a download', async () => {
    const { get, ranges } = await sealedServer();
    const response = await get('f?download=1');
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''pl%C3%A4n.bin");
    expect(response.headers.get('content-length')).toBe(String(size));
    expect((await bytesOf(response)).equals(plain)).toBe(true);
    expect(ranges).toEqual([null]);
  });

  test.each([
    [0, 1],
    [5, recordBytes],
    [recordBytes, recordBytes + 1],
    [recordBytes - 1, 3 * recordBytes + 1],
    [size - 1, size],
    [39 * recordBytes, size],
  ])('is opened from %i to %i by few records', async (start, end) => {
    const { get, ranges } = await sealedServer();
    const response = await get('f?preview=1', { range: `bytes=${start}-${end - 1}` });
    expect(response.status).toBe(206);
    expect((await bytesOf(response)).equals(plain.subarray(start, end))).toBe(true);
    const [from = 0, to = 0] = ranges[0]?.slice(6).split('-').map(Number) ?? [];
    expect(to - from).toBeLessThan(end - start + 3 * (recordBytes + tagBytes));
  });

  test('goes on where the line has broken', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
    const { get, ranges } = await sealedServer({ breaksAfter: 15 * recordBytes + 9 });
    expect((await bytesOf(await get('f?download=1'))).equals(plain)).toBe(true);
    expect(ranges).toHaveLength(3);
    vi.useRealTimers();
  });

  const record = recordBytes + tagBytes;
  const swap = (sealed: Uint8Array<ArrayBuffer>) => {
    const copy = sealed.slice();
    copy.set(sealed.subarray(headerBytes + record, headerBytes + 2 * record), headerBytes);
    copy.set(sealed.subarray(headerBytes, headerBytes + record), headerBytes + record);
    return copy;
  };
  test.each<[string, Fault]>([
    ['a byte is changed', (sealed) => sealed.map((byte, at) => (at === 1_000_000 ? byte ^ 1 : byte))],
    ['records are swapped', swap],
    ['its last record is dropped', (sealed) => sealed.slice(0, headerBytes + 40 * record)],
    ['it is another file', (sealed) => sealed.map((byte, at) => (at === 20 ? byte ^ 1 : byte))],
  ])('is no shorter file when %s, but an error', async (_, fault) => {
    const { get } = await sealedServer({ fault });
    await expect(get('f?download=1').then(bytesOf)).rejects.toThrow();
  });
});

test('no address of a sealed file is a page or a script', async () => {
  const { share, get } = await sealedServer();
  for (const type of ['text/html', 'application/xhtml+xml', 'text/javascript', 'application/javascript']) {
    const html = { ...share, files: share.files.map((file) => ({ ...file, type, name: 'a.html' })) };
    const response = await answerSealed(new Request('http://localhost/app/sealed/t/f?preview=1'), html);
    expect(response.headers.get('content-type')).toMatch(/^(text\/plain|application\/octet-stream)/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect((await get('g?preview=1')).status).toBe(404);
});

test('a prefetch is marked for the server, which doesn’t count it', async () => {
  const { get, asked } = await sealedServer();
  for (const query of ['preview=1&ahead=1', 'preview=1', 'download=1'])
    await bytesOf(await get(`f?${query}`));
  expect(asked).toEqual(['/f?preview=1&ahead=1', '/f?preview=1', '/f?download=1']);
});

/** Begins each entry of a ZIP's directory. */
const centralHead = Buffer.from('504b0102', 'hex');

test('a ZIP’s names stay in its folder and are all different, whatever a sender has called the files', async () => {
  const { share, file } = await sealedServer();
  const named = (id: string, path: string, name: string) => ({ ...file, id, path, name });
  const files = [
    named('1', '../../up', '..'),
    named('2', '/etc', 'passwd'),
    named('3', '', 'C:\\a\r\nb'),
    named('4', '', 'same.txt'),
    named('5', '', 'Same.txt'),
  ];
  const response = await answerSealed(new Request('http://localhost/app/sealed/t/zip'), { ...share, files });
  const zip = await bytesOf(response);
  const names: string[] = [];
  for (let at = zip.indexOf(centralHead); at >= 0; at = zip.indexOf(centralHead, at + 1))
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)));
  expect(names).toEqual([
    'up/1',
    'etc/passwd',
    expect.stringMatching(/^[\w .]+$/),
    'same.txt',
    'Same (2).txt',
  ]);
});

test('a ZIP leaves out what hasn’t arrived whole', async () => {
  const { share, file, asked } = await sealedServer();
  const files = [file, { ...file, id: 'g', name: 'late.bin', isWhole: false }];
  const zip = await bytesOf(
    await answerSealed(new Request('http://localhost/app/sealed/t/zip'), { ...share, files }),
  );
  expect(zip.includes(Buffer.from('late.bin'))).toBe(false);
  expect(asked).toEqual(['/f?download=1&archive=1']); // which the server counts as one download
});

test('a ZIP has the files that are chosen, under their names, and its size ahead', async () => {
  const { share } = await sealedServer();
  const response = await answerSealed(new Request('http://localhost/app/sealed/t/zip?file=f'), share);
  const zip = await bytesOf(response);
  expect(Number(response.headers.get('content-length'))).toBe(zip.length);
  expect(zip.includes(Buffer.from('a/plän.bin'))).toBe(true);
  expect(zip.length).toBeGreaterThan(size);
  expect(sealedSize(size)).toBeGreaterThan(size);
});

test.each([
  [null, { start: 0, end: 10 }],
  ['bytes=2-', { start: 2, end: 10 }],
  ['bytes=2-3', { start: 2, end: 4 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=2-99', { start: 2, end: 10 }],
  ['bytes=10-', null],
  ['lines=1-2', { start: 0, end: 10 }],
])('the range %s of ten bytes', (header, range) => expect(parseRange(header, 10)).toEqual(range));
