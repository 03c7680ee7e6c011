import { expect, test } from 'vitest';
import { idOf, sha256, someBytes, uploader } from '@/testing/service/transfer';
import { transfer } from './web';

const base = 'http://localhost:3000';

async function setUp() {
  const { ctx, share, auth } = await uploader();
  const call = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body: BodyInit | null = null,
  ) => {
    const init = { method, headers: { ...auth, 'tus-resumable': '1.0.0', ...headers }, body, duplex: 'half' };
    return transfer(new Request(base + path, init as RequestInit));
  };
  return { ctx, share, call };
}

test('uploads and downloads go through web requests alike', async () => {
  const { ctx, share, call } = await setUp();
  const bytes = new Uint8Array(someBytes(900_000));
  const uploads = `/api/v2/sec/upload/${share.id}/files/tus`;
  const created = await call('POST', uploads, { 'upload-length': '900000', 'sharry-file-name': 'a.png' });
  expect(created.status).toBe(201);
  const path = new URL(String(created.headers.get('location')), 'http://any').pathname;

  const type = { 'content-type': 'application/offset+octet-stream' };
  const first = await call('PATCH', path, { ...type, 'upload-offset': '0' }, bytes.subarray(0, 400_000));
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '400000']);
  expect((await call('HEAD', path)).headers.get('upload-offset')).toBe('400000');
  const rest = new Blob([bytes.subarray(400_000)]).stream();
  expect((await call('PATCH', path, { ...type, 'upload-offset': '400000' }, rest)).status).toBe(204);

  const file = await ctx.db.file.findUniqueOrThrow({ where: { id: idOf(path) } });
  expect(file).toMatchObject({ state: 'complete', sha256: sha256(Buffer.from(bytes)) });

  const url = `/api/v2/sec/share/${share.id}/file/${file.id}`;
  const whole = await call('GET', url);
  expect(whole.headers.get('content-length')).toBe('900000');
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
  const part = await call('GET', url, { range: 'bytes=300000-599999' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 300000-599999/900000']);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(300_000, 600_000))).toBe(true);
  expect((await call('HEAD', url)).headers.get('content-length')).toBe('900000');
});

test('a body that breaks keeps what came before', async () => {
  const { share, call } = await setUp();
  const created = await call('POST', `/api/v2/sec/upload/${share.id}/files/tus`, { 'upload-length': '1000' });
  const path = new URL(String(created.headers.get('location')), 'http://any').pathname;
  const parts = [() => someBytes(300), () => Promise.reject(new Error('gone'))];
  const body = new ReadableStream({
    pull: async (controller) => controller.enqueue(await parts.shift()?.()),
  });
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  await call('PATCH', path, headers, body);
  expect((await call('HEAD', path)).headers.get('upload-offset')).toBe('300');
});

test('refusals are the same JSON', async () => {
  const reply = await transfer(new Request(`${base}/api/v2/sec/share/x/file/y`));
  expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([401, 'auth.required']);
});
