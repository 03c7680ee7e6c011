import { once } from 'node:events';
import fs from 'node:fs';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { send } from '@/testing/service/transfer';
import { createFrontDoor } from '../front-door';
import { firstPages } from './first-page';
import { passOnTo } from './pass-on';

const style = '@font-face{src:url(../media/a.woff2)}a:after{content:"→$1"}';
const shownStyle = style.replace('../media', '/_next/static/media');
const link = '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>';
const page = `<!DOCTYPE html><html><head><meta charSet="utf-8"/>${link}</head><body>Hafen → ${'x'.repeat(99)}</body></html>`;
const html = { 'content-type': 'text/html; charset=utf-8' };
const asked = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let home = '';
const endings: (() => void)[] = [];
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-first-page-'));
  fs.mkdirSync(path.join(home, '.next/static/chunks'), { recursive: true });
  fs.writeFileSync(path.join(home, '.next/static/chunks/a.css'), style);
});
afterEach(() => {
  for (const end of endings.splice(0)) end();
  fs.rmSync(home, { recursive: true, force: true });
});

async function startFrontDoor(pages: RequestListener): Promise<number> {
  const socket = path.join(home, 'pages.sock');
  const inner = http.createServer(pages).listen(socket);
  const app = passOnTo({ socket: () => socket, isUp: () => true }, firstPages(home));
  const front = createFrontDoor(app).listen(0, '127.0.0.1');
  await Promise.all([once(inner, 'listening'), once(front, 'listening')]);
  endings.push(() => {
    for (const server of [front, inner]) {
      server.closeAllConnections();
      server.close();
    }
  });
  return (front.address() as AddressInfo).port;
}

const unpack = (body: Buffer, encoding: string | undefined): string =>
  String(encoding === 'br' ? zlib.brotliDecompressSync(body) : encoding ? zlib.gunzipSync(body) : body);

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  [undefined, undefined],
])('a stranger’s page brings its styles along, packed for who accepts %s', async (accepted, encoding) => {
  const port = await startFrontDoor((req, res) => {
    expect(req.headers['accept-encoding']).toBe('identity');
    const bytes = Buffer.from(page);
    const hints = ['font', 'style'].map((as) => `</_next/static/a>; rel=preload; as="${as}"`);
    res.writeHead(200, { ...html, 'content-length': bytes.length, link: hints.join(', ') });
    res.write(bytes.subarray(0, 60)); // amid the link
    setImmediate(() => res.end(bytes.subarray(60)));
  });
  const headers = { ...asked, ...(accepted && { 'accept-encoding': accepted }) };
  const answer = await send(port, 'GET', '/app/open/x', { headers });
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers.link).toBe('</_next/static/a>; rel=preload; as="font"');
  const idle = link.replace('.css"', '.css" media="not all" disabled=""');
  expect(unpack(answer.body, encoding)).toBe(page.replace(link, () => `<style>${shownStyle}</style>${idle}`));
});

test.each<[string, http.OutgoingHttpHeaders, http.OutgoingHttpHeaders]>([
  ['who has a session, and so the styles', { ...asked, cookie: 'a=b; sharry_auth=x' }, html],
  ['a router that asks for data', { ...asked, rsc: '1' }, html],
  ['a program', { accept: '*/*' }, html],
  ['who gets a picture', asked, { 'content-type': 'image/webp' }],
])('%s gets what the pages answer', async (_, headers, type) => {
  const port = await startFrontDoor((_req, res) => void res.writeHead(200, type).end(page));
  expect(String((await send(port, 'GET', '/app/open/x', { headers })).body)).toBe(page);
});

test('a style that this version doesn’t have is asked for, and a head without an end stays whole', async () => {
  const other = `${link.replace('a.css', 'b.css')}${'é'.repeat(100_000)}`;
  const port = await startFrontDoor((_req, res) => void res.writeHead(200, html).end(other));
  expect(String((await send(port, 'GET', '/app/login', { headers: asked })).body)).toBe(other);
});

test('a head is sent before the rest is made, and a page that breaks off is seen to be cut', async () => {
  let go = (): void => undefined;
  const port = await startFrontDoor((_req, res) => {
    res.writeHead(200, html).write(page);
    go = () => res.destroy();
  });
  const headers = { ...asked, 'accept-encoding': 'gzip' };
  const request = http.get({ host: '127.0.0.1', port, path: '/app/login', agent: false, headers });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const text = answer.pipe(zlib.createGunzip());
  const [part] = await once(text, 'data');
  expect(String(part)).toContain('<style>');
  go();
  const [error] = await once(answer, 'error');
  expect(error.code).toBe('ECONNRESET');
});
