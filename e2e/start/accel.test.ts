import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer } from '@/testing/server/test-server';
import { Nginx } from '../identity/nginx';
import { createShare, signIn } from './servers';

const bytes = randomBytes(300_000);
let server: TestServer;
let nginx: Nginx;
let headers: Record<string, string>;
let file: string;

/** The location block of docs/operate/proxy.md, with this server's folder. */
function documented(dataDir: string): string {
  const text = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/operate/proxy.md'), 'utf8');
  const [block = ''] = /location \/slipway-files\/ \{[^}]*\}/.exec(text) ?? [];
  return block.replace('/var/lib/slipway/', `${dataDir}/`);
}

beforeAll(async () => {
  server = await TestServer.make({ env: { X_ACCEL_REDIRECT: '/slipway-files/' } });
  nginx = await Nginx.make();
  await server.start();
  await nginx.start(server.url, documented(server.dataDir));
  const caller = await signIn(server);
  headers = caller.headers;
  const shareId = await createShare(caller, 'Files');
  const created = await fetch(`${server.url}/api/v2/sec/upload/${shareId}/files/tus`, {
    method: 'POST',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${btoa('page.html')},filetype ${btoa('text/html')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes,
  });
  expect(created.status).toBe(201);
  const fileId = created.headers.get('location')?.split('/').at(-1);
  file = `/api/v2/sec/share/${shareId}/file/${fileId}`;
});

afterAll(async () => {
  await nginx.remove();
  await server.remove();
});

const get = (base: string, more: Record<string, string> = {}) =>
  fetch(base + file, { headers: { ...headers, ...more } });
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

const kept = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-security-policy',
  'x-content-type-options',
  'x-robots-tag',
  'cache-control',
  'referrer-policy',
  'cross-origin-resource-policy',
  'accept-ranges',
  'etag',
  'last-modified',
  'file-size',
];

test('nginx sends the bytes that Slipway lets it, with everything that Slipway says about them', async () => {
  const redirect = await get(server.url);
  expect(redirect.headers.get('x-accel-redirect')).toMatch(/^\/slipway-files\/files\//);
  expect((await bodyOf(redirect)).length).toBe(0);

  const sent = await get(nginx.url);
  expect([sent.status, sent.headers.get('x-accel-redirect')]).toEqual([200, null]);
  expect((await bodyOf(sent)).equals(bytes)).toBe(true);
  // A condition has Slipway send it itself.
  const own = await get(nginx.url, { 'if-none-match': '"another"' });
  expect((await bodyOf(own)).equals(bytes)).toBe(true);
  const said = (answer: Response) => kept.map((name) => [name, answer.headers.get(name)]);
  expect(said(sent)).toEqual(said(own));
  expect(sent.headers.get('content-security-policy')).toContain('sandbox');
});

test('ranges are nginx’s, and those that depend on a version are not', async () => {
  const part = await get(nginx.url, { range: 'bytes=1000-1999' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${bytes.length}`]);
  expect((await bodyOf(part)).equals(bytes.subarray(1000, 2000))).toBe(true);
  const etag = part.headers.get('etag') ?? '';
  const same = await get(nginx.url, { range: 'bytes=1000-', 'if-range': etag });
  expect([same.status, (await bodyOf(same)).length]).toEqual([206, bytes.length - 1000]);
  const changed = await get(nginx.url, { range: 'bytes=1000-', 'if-range': '"another"' });
  expect([changed.status, (await bodyOf(changed)).length]).toEqual([200, bytes.length]);
  expect((await get(nginx.url, { 'if-none-match': etag })).status).toBe(304);
});

test('nginx sends no file to a caller who may not have it', async () => {
  expect((await fetch(nginx.url + file)).status).toBe(401);
  const place = (await get(server.url)).headers.get('x-accel-redirect') ?? '';
  expect((await fetch(nginx.url + place)).status).toBe(404);
});
