import { once } from 'node:events';
import fs from 'node:fs';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { open, send } from '@/testing/service/transfer';
import { createFrontDoor } from '../front-door';
import { passOnTo } from './pass-on';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

async function startFrontDoor(pages: RequestListener) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-inner-'));
  const socket = path.join(folder, 'pages.sock');
  const inner = http.createServer((req, res) => {
    if (req.url === '/api/others') res.end('whole');
    else pages(req, res);
  });
  const front = createFrontDoor(passOnTo({ socket: () => socket, isUp: () => true }));
  inner.listen(socket);
  front.listen(0, '127.0.0.1');
  await Promise.all([once(inner, 'listening'), once(front, 'listening')]);
  endings.push(() => {
    for (const server of [front, inner]) {
      server.closeAllConnections();
      server.close();
    }
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const { port } = front.address() as AddressInfo;
  const others = async () => (await send(port, 'GET', '/api/others')).body.toString();
  return { port, inner, others };
}

test('a client that disconnects in the middle of its body leaves nothing before the next request', async () => {
  const { port, inner, others } = await startFrontDoor((req) => {
    req.resume();
  });
  const begun = once(inner, 'request');
  const { request } = open(port, 'POST', '/api/thing', { 'content-length': 1_000 });
  request.write('half');
  const [req] = await begun;
  const isGone = new Promise((resolve) => req.on('error', () => undefined).once('close', resolve));
  request.destroy();
  await isGone;
  expect(await others()).toBe('whole');
});

test('an answer that comes before the body’s end is whole, however slow the client, and keeps nobody waiting', async () => {
  const { port, others } = await startFrontDoor((_req, res) => {
    res.writeHead(413, { 'content-length': 7 }).end('too big');
  });
  const { request, reply } = open(port, 'POST', '/api/thing', { 'content-length': 5_000_000 });
  request.on('error', () => undefined);
  request.write('half');
  const { status, body } = await reply;
  expect([status, body.toString()]).toEqual([413, 'too big']);
  expect(await others()).toBe('whole');
  request.destroy();
});

test('pages that die in the middle of an answer cut it short for its reader alone', async () => {
  const { port, others } = await startFrontDoor((_req, res) => {
    res.writeHead(200, { 'content-length': 100 });
    res.write('half', () => res.destroy());
  });
  await expect(send(port, 'GET', '/api/thing')).rejects.toThrow();
  expect(await others()).toBe('whole');
});

test.each([
  ['HEAD', 200],
  ['GET', 204],
  ['GET', 304],
])('the bytes after the headers of %s with %i are nobody else’s answer', async (method, status) => {
  const { port, others } = await startFrontDoor((_req, res) => {
    res.writeHead(status, { etag: '"x"' });
    res.end('a body that must not be');
  });
  const answer = await send(port, method, '/api/thing');
  expect([answer.status, answer.body.length]).toEqual([status, 0]);
  expect(await others()).toBe('whole');
});

test('an answer that is no HTTP is an outage to its reader and nothing to others', async () => {
  const { port, others } = await startFrontDoor((req) => {
    req.socket.end('nonsense\r\n\r\n');
  });
  expect((await send(port, 'GET', '/api/thing')).status).toBe(503);
  expect(await others()).toBe('whole');
});

test('a request that waits for 100 Continue before its body gets it once', async () => {
  const { port } = await startFrontDoor((req, res) => {
    req.resume().on('end', () => res.end(String(req.headers.expect)));
  });
  const { request, reply } = open(port, 'POST', '/api/thing', {
    expect: '100-continue',
    'content-length': 4,
  });
  request.flushHeaders();
  await once(request, 'continue');
  request.end('body');
  expect((await reply).body.toString()).toBe('undefined');
});
