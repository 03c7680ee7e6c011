import net from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { open, send, startTransfer } from '@/testing/service/transfer';
import { createFrontDoor } from './front-door';

const limits = vi.hoisted(() => ({ RATE_LIMITS: false, TRUSTED_PROXIES: [] as string[] }));
vi.mock('@/lib/server/config', async (original) => {
  const module = await original<typeof import('@/lib/server/config')>();
  return { ...module, config: () => ({ ...module.config(), ...limits }) };
});

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

test.each(['//[', 'http://['])(
  'an address that is none (%s) is refused, and the server lives on',
  async (target) => {
    const answer = await raw(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await send(port, 'GET', '/api/nothing')).status).toBe(404);
  },
);

test('an idle connection stays open for longer than the proxies in front keep it', () => {
  expect(createFrontDoor(async () => undefined).keepAliveTimeout).toBeGreaterThan(120_000);
});

test.each(['localhost\r\nHost: other.example', 'localhost\r\nhost: localhost', 'a b', 'a/b', 'me@localhost'])(
  'a request for no host or several (%j) is refused',
  async (host) => {
    const answer = await raw(`GET /api/nothing HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nconnection: close/i);
  },
);

test('a file that a browser prefetches to open itself counts as no page', async () => {
  const server = createFrontDoor(async (_, res) => void res.end('a page')).listen(0);
  const at = `http://localhost:${(server.address() as net.AddressInfo).port}/app/sealed/a/b?download=1`;
  const read = async (headers: Record<string, string>) => {
    const answer = await fetch(at, { headers });
    return [answer.status, await answer.text()];
  };
  expect(await read({ 'service-worker-navigation-preload': 'true' })).toEqual([404, '']);
  expect(await read({})).toEqual([200, 'a page']);
  server.close();
});

test.each(['TRACE', 'PROPFIND', 'LOCK'])('%s leads nowhere, wherever it goes', async (method) => {
  for (const path of ['/api/v2/nothing', '/api/v2/sec/share/a/b', '/api/auth/session']) {
    expect([path, (await send(port, method, path)).status]).toEqual([path, 404]);
  }
  expect((await send(port, method, '/api/v2/open/info/version')).status).toBe(405);
  expect((await send(port, method, '/app/home')).status).toBe(405);
});

test.each(['gzip', 'X-GZIP', 'identity, br'])(
  'a body that is %s is refused by name, a file like a call',
  async (coding) => {
    const headers = { 'content-encoding': coding };
    for (const [method, path] of [
      ['PUT', '/u/dump.sql'],
      ['POST', '/api/v2/sec/upload/new'],
      ['PATCH', '/api/v2/sec/upload/some/files/tus/some'],
    ] as const) {
      const { status, body } = await send(port, method, path, { headers, body: Buffer.from('x') });
      expect([path, status, String(body)]).toEqual([
        path,
        400,
        expect.stringContaining('Content-Encoding: '),
      ]);
    }
    expect(
      (
        await send(port, 'POST', '/api/v2/sec/upload/new', {
          headers: { 'content-encoding': 'identity' },
          body: Buffer.from('{}'),
        })
      ).status,
    ).not.toBe(400);
  },
);

test('a file for a folder below /u is refused in words, not by a page', async () => {
  const { status, headers, body } = await send(port, 'PUT', '/u/a/b.txt', { body: Buffer.from('x') });
  expect([status, headers['content-type']]).toEqual([404, expect.not.stringContaining('html')]);
  expect(body.length).toBeGreaterThan(0);
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
  const { at, server } = await startClosedDoor(() => isOpen);
  const uploads = '/api/v2/sec/upload/some/files/tus';
  const pending = ['', '/', '?resume=1'].map((ending) => send(at, 'HEAD', `${uploads}/some${ending}`));
  for (const [method, path] of [
    ['GET', '/api/v2/open/info/version'],
    ['POST', uploads],
    ['PATCH', `${uploads}/some`],
  ] as const) {
    const { status, headers } = await send(at, method, path);
    expect([method, status, headers['retry-after']]).toEqual([method, 503, '2']);
  }
  isOpen = true;
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([401, 401, 401]);
  server.close();
});

test.each([
  ['/api/doc', 'text/html; charset=utf-8'],
  ['/api/doc/guide', 'text/html; charset=utf-8'],
  ['/api/doc/guide/share', 'text/html; charset=utf-8'],
  ['/api/doc/operate/mail', 'text/html; charset=utf-8'],
  ['/api/doc?call=login', 'text/html; charset=utf-8'],
  ['/app/login', 'text/html; charset=utf-8'],
  ['/api/v2/openapi.json', 'application/json'],
])('while nothing is there, %s is answered as %s', async (path, type) => {
  const { at, server } = await startClosedDoor(() => false);
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

async function startClosedDoor(isOpen: () => boolean) {
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

const part = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' };
const unknownLink = () =>
  send(port, 'GET', `/api/v2/open/share/${crypto.randomUUID()}/file/x`, from('203.0.113.7'));
const from = (address: string, headers = {}) => ({ headers: { 'x-forwarded-for': address, ...headers } });

test('pictures of unknown links in another site’s page count for nobody, tell nothing, and lock nobody out', async () => {
  Object.assign(limits, { RATE_LIMITS: true, TRUSTED_PROXIES: ['127.0.0.1'] });
  const picture = (n: number) =>
    send(port, 'GET', `/api/v2/open/share/${n}/file/x`, from('203.0.113.7', part));
  const pictures = await Promise.all(Array.from({ length: 70 }, (_, n) => picture(n)));
  expect(new Set(pictures.map(({ status, body }) => `${status}${body}`))).toEqual(new Set(['403']));
  for (const path of ['/app/open/x', '/app/share/x', '/api/v2/open/share/x', '/api/v2/open/share/x/zip']) {
    expect([path, (await send(port, 'GET', path, from('203.0.113.7', part))).status]).toEqual([path, 403]);
  }
  expect((await unknownLink()).status).toBe(404);
  // Guessing without such headers is still stopped.
  const guesses = await Promise.all(Array.from({ length: 70 }, unknownLink));
  expect(guesses.at(-1)?.status).toBe(429);
  Object.assign(limits, { RATE_LIMITS: false, TRUSTED_PROXIES: [] });
});

test('a link that another site leads to opens, and files of our own frames come', async () => {
  const followed = { ...part, 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
  expect((await send(port, 'GET', '/app/open/x', from('203.0.113.8', followed))).status).toBe(404);
  expect((await send(port, 'GET', '/pdf/x.js', from('203.0.113.8', part))).status).toBe(404);
});

test('a client that requests pages without pause is told to wait in its language, while assets and calls go on', async () => {
  limits.RATE_LIMITS = true;
  const page = (n: number) => send(port, 'GET', `/app/open/${n}`, { headers: { 'accept-language': 'de' } });
  let refused: Awaited<ReturnType<typeof page>> | undefined;
  for (let round = 0; round < 30 && !refused; round++) {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => page(n)));
    refused = answers.find(({ status }) => status === 429);
  }
  expect(refused?.headers).toMatchObject({ 'retry-after': '1', 'content-type': 'text/html; charset=utf-8' });
  expect(String(refused?.body)).toContain('Sekunde');
  expect((await send(port, 'GET', '/_next/static/x.js')).status).not.toBe(429);
  expect((await send(port, 'GET', '/api/v2/open/info/version')).status).not.toBe(429);
  limits.RATE_LIMITS = false;
});

test('content shared past the browser is not read, and the person is told', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 2 * 1024 ** 3 };
  const { request, reply } = open(port, 'POST', '/app/receive', headers);
  request.flushHeaders();
  const answer = await reply;
  expect([answer.status, answer.headers.connection]).toEqual([303, 'close']);
  expect(answer.headers.location).toMatch(/\/app\/receive\?lost=unable$/);
  request.destroy();
  expect((await send(port, 'POST', '/app/home')).status).toBe(405);
});
