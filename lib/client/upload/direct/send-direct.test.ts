import { afterEach, expect, test, vi } from 'vitest';
import { BucketAway, DirectFailure, sendDirect } from './send-direct';

afterEach(() => vi.unstubAllGlobals());

const partBytes = 10;
const content = Buffer.from(Array.from({ length: 65 }, (_, at) => at));
const hex = async (bytes: BufferSource) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');

type Part = { number: number; sha256: string };

/** A server and its bucket; `refuses` are parts that the bucket doesn't take. */
function storage({ refuses = [] as number[], ends = [200] } = {}) {
  const stored = new Map<number, { bytes: Buffer; sha256: string }>();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { body, headers }: { body: string; headers: object }) => {
    asked.push(url);
    expect(headers).toEqual({ 'Sharry-Alias': 'scans' });
    if (url.endsWith('/done')) {
      const status = ends.length > 1 ? ends.shift() : ends[0];
      return Response.json({ isComplete: status === 200 }, { status: status ?? 200 });
    }
    const { parts } = JSON.parse(body) as { parts: Part[] };
    return Response.json({
      parts: parts.map(({ number, sha256 }) => ({
        number,
        isStored: stored.get(number)?.sha256 === sha256,
        url: `https://bucket/${number}`,
        headers: { 'x-amz-content-sha256': sha256 },
      })),
    });
  });
  class Bucket {
    upload: { onprogress?: (event: { loaded: number }) => void } = {};
    onloadend = () => {};
    status = 0;
    #number = 0;
    #sum = '';
    open = (method: string, url: string) => {
      expect(method).toBe('PUT');
      this.#number = Number(url.split('/').at(-1));
    };
    setRequestHeader = (_name: string, value: string) => {
      this.#sum = value;
    };
    abort = () => this.onloadend();
    send = async (body: Blob) => {
      const bytes = Buffer.from(await body.arrayBuffer());
      this.upload.onprogress?.({ loaded: bytes.length });
      expect(await hex(bytes)).toBe(this.#sum);
      if (!refuses.includes(this.#number)) {
        stored.set(this.#number, { bytes, sha256: this.#sum });
        this.status = 200;
      }
      this.onloadend();
    };
  }
  vi.stubGlobal('XMLHttpRequest', Bucket);
  const whole = () => Buffer.concat([...stored].sort(([a], [b]) => a - b).map(([, { bytes }]) => bytes));
  return { stored, asked, whole };
}

function sending(slice = (start: number, end: number) => new Blob([content.subarray(start, end)])) {
  const told: number[] = [];
  const file = {
    wire: { size: content.length, metadata: {}, slice },
    url: '/api/v2/alias/upload/share/files/tus/file',
    headers: { 'Sharry-Alias': 'scans' },
    partBytes,
    signal: new AbortController().signal,
    progress: (sentBytes: number) => told.push(sentBytes),
  };
  return { told, send: () => sendDirect(file) };
}

test('a file goes into the bucket in parts, and has arrived once the server has read it', async () => {
  const { whole, asked } = storage({ ends: [202, 200] });
  const { told, send } = sending();
  await send();
  expect(whole().equals(content)).toBe(true);
  expect(told.at(-1)).toBe(content.length);
  const at = '/api/v2/alias/upload/share/files/direct/file';
  expect(asked).toEqual([at, at, at, `${at}/done`, `${at}/done`]);
});

test('sealed bytes, which are no blob, go the same way', async () => {
  const { whole } = storage();
  const slice = async (start: number, end: number) => Uint8Array.from(content.subarray(start, end));
  await sendDirect({
    wire: { size: content.length, metadata: {}, slice },
    url: '/files/tus/file',
    headers: { 'Sharry-Alias': 'scans' },
    partBytes,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  expect(whole().equals(content)).toBe(true);
});

test('a bucket that takes nothing from the page is told from a line that breaks later', async () => {
  storage({ refuses: [1, 2, 3, 4, 5, 6, 7] });
  await expect(sending().send()).rejects.toThrow(BucketAway);
  const { stored } = storage({ refuses: [5] });
  await expect(sending().send()).rejects.toThrow(DirectFailure);
  expect([...stored.keys()]).toEqual(expect.arrayContaining([1, 2, 3]));
});

test('what an earlier attempt has left isn’t sent again', async () => {
  const bucket = storage({ refuses: [5] });
  await sending()
    .send()
    .catch(() => undefined);
  const earlier = [...bucket.stored.keys()];
  const { stored } = bucket;
  const again = storage();
  for (const [number, part] of stored) again.stored.set(number, part);
  const puts: number[] = [];
  again.stored.set = (number, part) => {
    puts.push(number);
    return Map.prototype.set.call(again.stored, number, part);
  };
  await sending().send();
  expect(puts.some((number) => earlier.includes(number))).toBe(false);
  expect(again.whole().equals(content)).toBe(true);
});

test('a refusal of the server is handed on as it came', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'upload.notDirect' }, { status: 409 }));
  await expect(sending().send()).rejects.toMatchObject({ status: 409, body: '{"code":"upload.notDirect"}' });
});
