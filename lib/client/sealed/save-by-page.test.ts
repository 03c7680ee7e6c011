import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiskFullError, openDiskFile } from './disk-file';
import { saveByPage } from './save-by-page';

vi.mock('./disk-file', async (load) => ({
  ...(await load<typeof import('./disk-file')>()),
  openDiskFile: vi.fn(async () => null),
}));

const saved: { download: string; href: string }[] = [];
const cancelled = vi.fn();

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }));
  vi.stubGlobal('document', {
    createElement: () => {
      const link = { href: '', download: '', click: () => void saved.push(link) };
      return link;
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(openDiskFile).mockReset().mockResolvedValue(null);
  saved.length = 0;
  cancelled.mockClear();
});

/** A service worker's answer, of which a few bytes stand for the whole. */
function answer(size: number): void {
  const body = new ReadableStream({
    start(out) {
      out.enqueue(new Uint8Array(3));
      out.close();
    },
  });
  body.cancel = async () => void cancelled();
  const headers = {
    'content-length': String(size),
    'content-disposition': "attachment; filename*=UTF-8''pl%C3%A4n.bin",
  };
  const response = new Response(null, { headers });
  Object.defineProperties(response, {
    body: { value: body },
    blob: { value: async () => new Blob(['abc']) },
  });
  vi.stubGlobal('fetch', async () => response);
}

const fill = (outcome: Promise<File>) => vi.fn(() => outcome);
const gibibyte = 1024 ** 3;

test('a small file is saved from memory, and leaves nothing on the disk', async () => {
  answer(3);
  expect(await saveByPage('/a')).toBeNull();
  expect(saved).toMatchObject([{ download: 'plän.bin' }]);
  expect(openDiskFile).not.toHaveBeenCalled();
});

test('a large file goes by way of the disk, however large', async () => {
  answer(100 * gibibyte);
  const filled = fill(Promise.resolve(new File([], '')));
  vi.mocked(openDiskFile).mockResolvedValue({ fill: filled });
  expect(await saveByPage('/a')).toBeNull();
  expect(filled).toHaveBeenCalledOnce();
  expect(saved).toHaveLength(1);
});

test.each([
  [gibibyte, null, 1],
  [gibibyte + 1, 'tooLarge', 0],
] as const)('without a disk %i bytes are saved or refused in words', async (size, failure, count) => {
  answer(size);
  expect(await saveByPage('/a')).toBe(failure);
  expect(saved).toHaveLength(count);
  expect(cancelled).toHaveBeenCalledTimes(failure ? 1 : 0);
});

test.each([
  ['is full', new DiskFullError(), 'tooLarge'],
  ['gets a broken file', new TypeError('the line broke'), 'stopped'],
] as const)('a disk that %s saves nothing', async (_, error, failure) => {
  answer(100 * gibibyte);
  const failing = Promise.reject(error);
  vi.mocked(openDiskFile).mockResolvedValue({ fill: fill(failing) });
  expect(await saveByPage('/a')).toBe(failure);
  expect(saved).toEqual([]);
});

test.each([
  ['refuses', async () => new Response(null, { status: 404 })],
  ['doesn’t answer', async () => Promise.reject(new TypeError('no worker'))],
])('a worker that %s is told as a stop', async (_, fetched) => {
  vi.stubGlobal('fetch', fetched);
  expect(await saveByPage('/a')).toBe('stopped');
  expect(saved).toEqual([]);
});
