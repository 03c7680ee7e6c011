import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discardShare, listUnsent, markSent, readFiles } from '@/lib/client/shared-in/stored-shares';
import { storeShare } from './store-share';

/** The parts of the browser's file system that the tests need, with a limited capacity in bytes. */
class FakeFolder {
  entries = new Map<string, FakeFolder | Blob>();
  readonly disk: { capacity: number; largest: number };
  constructor(disk: { capacity: number; largest: number }) {
    this.disk = disk;
  }

  async getDirectoryHandle(name: string) {
    const known = this.entries.get(name) ?? new FakeFolder(this.disk);
    this.entries.set(name, known);
    return known;
  }
  async getFileHandle(name: string, { create = false } = {}) {
    if (!create && !this.entries.has(name)) throw new DOMException('none', 'NotFoundError');
    const parts: BlobPart[] = [];
    const write = async (part: Uint8Array<ArrayBuffer> | string) => {
      this.disk.largest = Math.max(this.disk.largest, part.length);
      this.disk.capacity -= part.length;
      if (this.disk.capacity < 0) throw new DOMException('full', 'QuotaExceededError');
      parts.push(part);
    };
    const close = async () => void this.entries.set(name, new Blob(parts));
    return { createWritable: async () => ({ write, close }), getFile: async () => this.entries.get(name) };
  }
  async removeEntry(name: string) {
    this.entries.delete(name);
  }
  async *[Symbol.asyncIterator]() {
    yield* this.entries;
  }
}

let root: FakeFolder;
beforeEach(() => {
  root = new FakeFolder({ capacity: 40_000_000, largest: 0 });
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root } });
  vi.stubGlobal(
    'FileSystemFileHandle',
    class {
      createWritable() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const countStored = async () => {
  const folder = await root.getDirectoryHandle('shared-in');
  return folder instanceof FakeFolder ? folder.entries.size : 0;
};

function shareRequest(files: File[], words: Record<string, string> = {}): Request {
  const form = new FormData();
  for (const [name, text] of Object.entries(words)) form.append(name, text);
  for (const file of files) form.append('files', file);
  return new Request('http://localhost/app/receive', { method: 'POST', body: form });
}

const film = (bytes: number) => new File([new Uint8Array(bytes)], 'film.mp4');

async function inPieces(request: Request): Promise<Request> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  let at = 0;
  const body = new ReadableStream({
    pull: (stream) => {
      if (at >= bytes.length) return stream.close();
      stream.enqueue(bytes.slice(at, at + 65_536));
      at += 65_536;
    },
  });
  const init = { method: 'POST', body, headers: request.headers, duplex: 'half' };
  return new Request(request.url, init as RequestInit);
}

test('files and words wait until they are sent or thrown away', async () => {
  const files = [new File(['one'], 'a.txt', { type: 'text/plain' }), new File([''], 'a.txt')];
  expect(await storeShare(shareRequest(files, { title: 'Trip', other: 'x' }))).toBeNull();
  const nameless = new File([''], '');
  expect(await storeShare(shareRequest([nameless], { url: 'https://example.org' }))).toBeNull();
  const now = Date.now();
  const [first, second] = await listUnsent(now);
  if (!first || !second) throw new Error('Two wait.');
  expect(first.words).toEqual({ title: 'Trip' });
  expect(second.files).toEqual([]);
  expect((await readFiles(first)).map(({ name, size, type }) => [name, size, type])).toEqual([
    ['a.txt', 3, 'text/plain'],
    ['a.txt', 0, 'application/octet-stream'],
  ]);
  await markSent(first, now);
  await discardShare(second);
  expect(await listUnsent(now)).toEqual([]);
  expect(await countStored()).toBe(1); // an upload may still read it
  await listUnsent(now + 25 * 3600_000);
  expect(await countStored()).toBe(0);
});

test('shared content that nobody fetches goes after a week', async () => {
  await storeShare(shareRequest([], { text: 'x' }));
  expect(await listUnsent(Date.now() + 6 * 86_400_000)).toHaveLength(1);
  expect(await listUnsent(Date.now() + 8 * 86_400_000)).toEqual([]);
  expect(await countStored()).toBe(0);
});

test('a large file is written as it comes, and of one that doesn’t fit nothing is kept', async () => {
  expect(await storeShare(await inPieces(shareRequest([film(30_000_000)])))).toBeNull();
  expect(root.disk.largest).toBeLessThan(1_000_000);
  expect(await storeShare(await inPieces(shareRequest([film(20_000_000)])))).toBe('full');
  expect(await listUnsent(Date.now())).toHaveLength(1);
  expect(await countStored()).toBe(1);
});

test('content larger than the limit is not kept', async () => {
  expect(await storeShare(await inPieces(shareRequest([film(3_000_000)])), 1_000_000)).toBe('full');
  expect(await countStored()).toBe(0);
});

test('interrupted content leaves nothing, and a browser that can’t store it says so', async () => {
  const whole = shareRequest([new File(['x'.repeat(5000)], 'a.txt')]);
  const headers = { 'content-type': whole.headers.get('content-type') ?? '' };
  const cut = (await whole.arrayBuffer()).slice(0, 3000);
  const post = (body: BodyInit, head: HeadersInit) =>
    storeShare(new Request('http://localhost/', { method: 'POST', body, headers: head }));
  expect(await post(cut, headers)).toBe('broken');
  expect(await countStored()).toBe(0);
  expect(await post('x', { 'content-type': 'text/plain' })).toBe('unable');
  vi.stubGlobal('FileSystemFileHandle', class {});
  expect(await post(cut, headers)).toBe('unable');
});
