import { expect, test } from 'vitest';
import { type PartHead, readForm } from './multipart';

type ReadPart = PartHead & { bytes: string };

async function read(form: Uint8Array, boundary: string, chunkBytes: number): Promise<ReadPart[]> {
  const parts: ReadPart[] = [];
  async function* chunks() {
    for (let at = 0; at < form.length; at += chunkBytes)
      yield new Uint8Array(form.slice(at, at + chunkBytes));
  }
  await readForm(chunks(), boundary, async (head) => {
    const part = { ...head, bytes: '' };
    return {
      write: async (bytes) => {
        part.bytes += String.fromCharCode(...bytes);
      },
      close: async () => {
        parts.push(part);
      },
    };
  });
  return parts;
}

async function formOf(fields: [name: string, value: string | File][]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const boundary = request.headers.get('content-type')?.split('boundary=')[1] ?? '';
  return { bytes: new Uint8Array(await request.arrayBuffer()), boundary };
}

test.each([1, 7, 61, 100_000])('a form is the same in chunks of %i bytes', async (chunkBytes) => {
  const { bytes, boundary } = await formOf([
    ['title', 'Trip'],
    ['files', new File(['\r\n--\r\n------WebKit\r\n\r\n'], 'a"b.txt', { type: 'text/plain' })],
    ['files', new File([''], 'empty', { type: '' })],
    ['text', ''],
  ]);
  expect(await read(bytes, boundary, chunkBytes)).toEqual([
    { name: 'title', filename: null, type: '', bytes: 'Trip' },
    { name: 'files', filename: 'a"b.txt', type: 'text/plain', bytes: '\r\n--\r\n------WebKit\r\n\r\n' },
    { name: 'files', filename: 'empty', type: 'application/octet-stream', bytes: '' },
    { name: 'text', filename: null, type: '', bytes: '' },
  ]);
});

test('a form that ends too soon, or is none, is no form', async () => {
  const { bytes, boundary } = await formOf([['files', new File(['x'.repeat(1000)], 'x')]]);
  await expect(read(bytes.slice(0, -20), boundary, 100)).rejects.toThrow('too soon');
  await expect(read(bytes, 'other', 100)).rejects.toThrow('too soon');
  await expect(read(new TextEncoder().encode('--b!!'), 'b', 9)).rejects.toThrow('no form');
  const head = new TextEncoder().encode(`--b\r\n${'x'.repeat(20_000)}`);
  await expect(read(head, 'b', 1000)).rejects.toThrow('no form');
});

test('a large file is written piece by piece', async () => {
  let largest = 0;
  let total = 0;
  const piece = new Uint8Array(64 * 1024).fill(13); // carriage returns, the first byte of each boundary
  async function* chunks() {
    yield new TextEncoder().encode(
      '--b\r\nContent-Disposition: form-data; name="files"; filename="x"\r\n\r\n',
    );
    for (let n = 0; n < 200; n++) yield piece;
    yield new TextEncoder().encode('\r\n--b--\r\n');
  }
  const write = async (bytes: Uint8Array) => {
    largest = Math.max(largest, bytes.length);
    total += bytes.length;
  };
  await readForm(chunks(), 'b', async () => ({ write, close: async () => undefined }));
  expect(total).toBe(200 * piece.length);
  expect(largest).toBeLessThan(2 * piece.length);
});
