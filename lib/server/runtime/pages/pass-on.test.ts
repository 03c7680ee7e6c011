import { once } from 'node:events';
import fs from 'node:fs';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { innerHeaders } from '@/lib/server/http/inner-headers';
import { open, send } from '@/testing/service/transfer';
import { createFrontDoor } from '../front-door';
import { innerHeaderBytes } from './messages';
import { passOnTo } from './pass-on';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

async function startFrontDoor(pages: RequestListener, isUp = () => true) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-pass-'));
  const socket = path.join(folder, 'pages.sock');
  const inner = http.createServer({ maxHeaderSize: innerHeaderBytes }, pages).listen(socket);
  const front = createFrontDoor(passOnTo({ socket: () => socket, isUp })).listen(0, '127.0.0.1');
  await Promise.all([once(inner, 'listening'), once(front, 'listening')]);
  endings.push(() => {
    for (const server of [front, inner]) {
      server.closeAllConnections();
      server.close();
    }
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return { port: (front.address() as AddressInfo).port, inner };
}

test('the caller’s address reaches the pages, whatever the caller’s Connection header lists', async () => {
  let seen: http.IncomingHttpHeaders = {};
  const { port } = await startFrontDoor((req, res) => {
    seen = req.headers;
    res.end();
  });
  const names = Object.values(innerHeaders);
  const headers = {
    connection: ['close', ...names].join(', '),
    ...Object.fromEntries(names.map((name) => [name, 'from the client'])),
    te: 'trailers',
  };
  await send(port, 'GET', '/api/thing', { headers });
  expect(seen[innerHeaders.address]).toBe('127.0.0.1');
  expect(Object.values(seen)).not.toContain('from the client');
  expect(seen.te).toBeUndefined();
});

test('headers as long as the front door takes them get through, and so does an address that repeats them', async () => {
  const { port } = await startFrontDoor((req, res) => {
    res.writeHead(307, { location: `/app/login?r=${encodeURIComponent(req.url ?? '')}` }).end();
  });
  const path = `/app/uploads?q=${'/'.repeat(4_000)}`;
  const headers = { 'x-long': 'x'.repeat(12_000) };
  const { status, headers: answer } = await send(port, 'GET', path, { headers });
  expect([status, String(answer.location).length]).toEqual([307, 12_036]);
});

test('a body of unknown length comes whole, for methods that seldom have one too', async () => {
  const { port } = await startFrontDoor(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    res.end(Buffer.concat(parts));
  });
  for (const method of ['POST', 'DELETE']) {
    const { request, reply } = open(port, method, '/api/thing', { 'transfer-encoding': 'chunked' });
    request.write('one ');
    request.end('two');
    expect((await reply).body.toString()).toBe('one two');
  }
});

test('a body that the pages don’t read keeps nobody waiting who comes on the same connection', async () => {
  const { port } = await startFrontDoor((req, res) => {
    req.on('readable', () => undefined); // begins to listen, and never reads
    res.writeHead(req.method === 'POST' ? 404 : 200, { 'content-length': 0 }).end();
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: (number | undefined)[] = [];
  for (const [method, body] of [
    ['POST', Buffer.alloc(1_000_000)],
    ['GET', undefined],
  ] as const) {
    const headers = { 'content-length': body?.length ?? 0 };
    const request = http.request({ host: '127.0.0.1', port, method, path: '/api/thing', agent, headers });
    request.end(body);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    statuses.push(answer.statusCode);
  }
  agent.destroy();
  expect(statuses).toEqual([404, 200]);
});

test.each([1, 30])(
  '%s bodies that the pages give up half-way keep nobody waiting who comes after',
  async (times) => {
    const refusals: (() => void)[] = [];
    const { port } = await startFrontDoor((req, res) => {
      if (req.method === 'GET') return void res.end('whole');
      req.once('data', () => req.pause());
      refusals.push(() => res.writeHead(400, { 'content-length': 0 }).end());
    });
    const refused = await atOnce(times, async () => {
      const { request, reply } = open(port, 'POST', '/api/thing', { 'content-length': 200_000 });
      await new Promise<void>((resolve) => request.end(Buffer.alloc(200_000, 0x80), resolve));
      return { reply };
    });
    await expect.poll(() => refusals.length).toBe(times);
    await send(port, 'GET', '/api/thing'); // by its answer the bodies before it have been passed on
    for (const refuse of refusals) refuse();
    const replies = await Promise.all(refused.map(({ reply }) => reply));
    expect(replies.map(({ status }) => status)).toEqual(Array(times).fill(400));
    const next = await atOnce(times, () => send(port, 'GET', '/api/thing'));
    expect(next.map(({ body }) => body.toString())).toEqual(Array(times).fill('whole'));
  },
);

const atOnce = <T>(times: number, act: () => Promise<T>) => Promise.all(Array.from({ length: times }, act));

test('parts of an answer arrive as they are made, and one that breaks off is seen to be cut', async () => {
  let go = (): void => undefined;
  const { port } = await startFrontDoor((_req, res) => {
    res.write('first');
    go = () => res.destroy();
  });
  const request = http.get({ host: '127.0.0.1', port, path: '/api/thing', agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const [part] = await once(answer, 'data');
  expect(String(part)).toBe('first');
  go();
  const [error] = await once(answer, 'error');
  expect(error.code).toBe('ECONNRESET');
});

test('work for a client ends when it disconnects', async () => {
  const { port, inner } = await startFrontDoor((_req, res) => {
    res.write('first');
  });
  const ended = once(inner, 'request').then(([, res]) => once(res, 'close'));
  const { request } = open(port, 'GET', '/api/thing');
  request.end();
  await once(request, 'response');
  request.destroy();
  await expect(ended).resolves.toBeDefined();
});

test('while the pages are away, and when they die under a request, callers are told to come back', async () => {
  let isUp = true;
  const { port } = await startFrontDoor(
    (req) => req.socket.destroy(),
    () => isUp,
  );
  for (isUp of [true, false]) {
    const { status, headers } = await send(port, 'POST', '/api/thing', { body: Buffer.from('{}') });
    expect([status, headers['retry-after']]).toEqual([503, '2']);
  }
});
