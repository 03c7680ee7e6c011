import { randomBytes } from 'node:crypto';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled, sum, TusServer } from '../tus-server';

let tus: TusServer;
beforeAll(async () => {
  tus = await TusServer.start();
});
afterAll(() => tus.stop());

test('what these clients read: an absolute address, offset and length by HEAD, and 404 for an upload that is gone', async () => {
  const { endpoint, headers } = await tus.through('sec', 'x');
  const resumable = { ...headers, 'tus-resumable': '1.0.0' };
  const created = await fetch(endpoint, { method: 'POST', headers: { ...resumable, 'upload-length': '10' } });
  const location = created.headers.get('location') ?? '';
  expect([created.status, location.startsWith(`${endpoint}/`)]).toEqual([201, true]);
  const patch = { ...resumable, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const patched = await fetch(location, { method: 'PATCH', headers: patch, body: 'hello' });
  expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, '5']);
  const head = await fetch(location, { method: 'HEAD', headers: resumable });
  expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
    200,
    '5',
    '10',
  ]);
  expect(head.headers.get('cache-control')).toBe('no-store');
  const wrong = await fetch(location, { method: 'POST', headers: patch, body: 'hello' });
  expect(wrong.status).toBe(409);
  expect((await fetch(location, { method: 'DELETE', headers: resumable })).status).toBe(204);
  expect((await fetch(location, { method: 'HEAD', headers: resumable })).status).toBe(404);
});

test('kill -9 of the whole server in the middle: the upload goes on after the next start, and ends identical', async () => {
  const bytes = randomBytes(40_000_000);
  const { id, endpoint, headers } = await tus.through('alias', '');
  let killed: Promise<unknown> | null = null;
  await settled((done) => {
    const upload = new Upload(bytes, {
      endpoint,
      headers,
      metadata: { filename: 'big.bin' },
      chunkSize: 2_000_000,
      retryDelays: Array.from({ length: 60 }, () => 1000),
      onChunkComplete: (_size, accepted) => {
        if (accepted >= 10_000_000) killed ??= tus.server.kill().then(() => tus.server.start());
      },
      ...done,
    });
    upload.start();
  });
  expect(killed).not.toBeNull();
  await killed;
  await tus.signInAgain();
  expect(await tus.arrived(id)).toMatchObject({ count: 1, name: 'big.bin', complete: true, sum: sum(bytes) });
}, 120_000);
