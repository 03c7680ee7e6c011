import net from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { send, startDoor } from '@/test/dataplane';
import { createFrontDoor } from './front-door';

const limits = vi.hoisted(() => ({ RATE_LIMITS: false }));
vi.mock('@/lib/server/config', async (original) => {
  const module = await original<typeof import('@/lib/server/config')>();
  return { ...module, config: () => ({ ...module.config(), ...limits }) };
});

let port: number;
beforeAll(async () => {
  port = (await startDoor()).port;
});

test.each(['//[', 'http://['])(
  'an address that is none (%s) is refused, and the server lives on',
  async (target) => {
    const answer = await raw(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await send(port, 'GET', '/api/nothing')).status).toBe(404);
  },
);

test.each(['TRACE', 'PROPFIND', 'LOCK'])('%s leads nowhere, wherever it goes', async (method) => {
  for (const path of ['/api/v2/nothing', '/api/v2/sec/share/a/b', '/api/auth/session']) {
    expect([path, (await send(port, method, path)).status]).toEqual([path, 404]);
  }
  expect((await send(port, method, '/api/v2/open/info/version')).status).toBe(405);
  expect((await send(port, method, '/app/home')).status).toBe(405);
});

test('an address that nobody can come back to is refused; naming files of an archive may take twice as much', async () => {
  const long = `?q=${'x'.repeat(6_500)}`;
  expect((await send(port, 'GET', `/app/uploads${long}`)).status).toBe(414);
  expect((await send(port, 'GET', `/api/v2/sec/share/search${long}`)).status).toBe(414);
  expect((await send(port, 'GET', `/api/v2/sec/share/some/zip${long}`)).status).toBe(401);
  expect((await send(port, 'GET', `/api/v2/sec/share/some/zip${long}${long}`)).status).toBe(414);
});

test('before all is there callers are told to come back, but who asks how far an upload is waits for the answer', async () => {
  let isOpen = false;
  const { at, server } = await closedDoor(() => isOpen);
  const uploads = '/api/v2/sec/upload/some/files/tus';
  const asked = ['', '/', '?resume=1'].map((ending) => send(at, 'HEAD', `${uploads}/some${ending}`));
  for (const [method, path] of [
    ['GET', '/api/v2/open/info/version'],
    ['POST', uploads],
    ['PATCH', `${uploads}/some`],
  ] as const) {
    const { status, headers } = await send(at, method, path);
    expect([method, status, headers['retry-after']]).toEqual([method, 503, '2']);
  }
  isOpen = true;
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([401, 401, 401]);
  server.close();
});

test.each([
  ['/api/doc', 'text/html; charset=utf-8'],
  ['/api/doc?call=login', 'text/html; charset=utf-8'],
  ['/app/login', 'text/html; charset=utf-8'],
  ['/api/v2/openapi.json', 'application/json'],
])('while nothing is there, %s is answered as %s', async (path, type) => {
  const { at, server } = await closedDoor(() => false);
  const { status, headers } = await send(at, 'GET', path);
  expect([status, headers['content-type']]).toEqual([503, type]);
  server.close();
});

test('an id that is escaped is the same id to files and to calls', async () => {
  const path = '/api/v2/sec/share/%73ome/file/%73ome';
  expect((await send(port, 'GET', path)).status).toBe(401);
  expect((await send(port, 'PUT', path)).status).toBe(405);
  expect((await send(port, 'PUT', `${path}/`)).status).toBe(405);
});

async function closedDoor(isOpen: () => boolean) {
  const server = createFrontDoor(
    async (_req, res) => {
      res.writeHead(404).end();
    },
    { isOpen },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, at: (server.address() as net.AddressInfo).port };
}

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

test('who asks for pages without an end is told to wait, in their language; files of pages and calls go on', async () => {
  limits.RATE_LIMITS = true;
  const page = (n: number) => send(port, 'GET', `/app/open/${n}`, { headers: { 'accept-language': 'de' } });
  const answers = await Promise.all(Array.from({ length: 260 }, (_, n) => page(n)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(30);
  expect(refused[0]?.headers).toMatchObject({
    'retry-after': '1',
    'content-type': 'text/html; charset=utf-8',
  });
  expect(String(refused[0]?.body)).toContain('Sekunde');
  expect((await send(port, 'GET', '/_next/static/x.js')).status).not.toBe(429);
  expect((await send(port, 'GET', '/api/v2/open/info/version')).status).not.toBe(429);
  limits.RATE_LIMITS = false;
});
