import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { auth } from '@/lib/contract/auth';
import { serverPaths } from '@/lib/paths';
import { newAccount } from '@/testing/people/account';
import { running } from '@/testing/server/running';
import { ask, type GateReply } from '../gate/ask';
import { addressOf, isPage, matrix } from '../gate/matrix';
import { type GateWorld, makeWorld } from '../gate/world';

let world: GateWorld;
beforeAll(async () => {
  world = await makeWorld();
});

const get = (path: string, headers = {}) => ask({ method: 'GET', path, headers });
const asOwner = (path: string) => get(path, world.shown('owner'));

const everyAnswer = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
};
const everyPage = {
  ...everyAnswer,
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': expect.stringContaining('camera=()'),
};

const policyOf = ({ headers }: GateReply): Record<string, string[]> =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  );

const pages = Object.keys(matrix).filter(isPage);

test.each(pages)('%s runs the scripts that it brings and no other', async (key) => {
  const path = addressOf(key, world.bait);
  const admin = /account|audit|newinvite/.test(path);
  const [first, second] = await Promise.all(
    [0, 1].map(() => get(path, world.shown(admin ? 'admin' : 'owner'))),
  );
  if (!first || !second) throw new Error('There was no answer.');
  expect(first.headers).toMatchObject(everyPage);
  expect(Object.keys(first.headers)).not.toContain('x-powered-by');
  const policy = policyOf(first);
  const [nonce = ''] = policy['script-src']?.filter((source) => source.startsWith("'nonce-")) ?? [];
  expect(policy).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'", nonce, "'strict-dynamic'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
  expect(nonce).toMatch(/^'nonce-[\w+/=]{22,}'$/);
  expect(policyOf(second)['script-src']).not.toContain(nonce);
  const scripts = [...first.text.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes);
  for (const attributes of scripts) expect(attributes).toContain(`nonce="${nonce.slice(7, -1)}"`);
  expect(first.text).not.toMatch(/<[a-z][^>]*\son[a-z]+=|href="javascript:/i);
});

test('no answer is sniffed, framed elsewhere, listed by robots or tells where its reader came from', async () => {
  const { linkId, fileId, shareId } = world.bait;
  const answers = await Promise.all([
    get('/api/v2/open/info/version'),
    get('/api/v2/sec/share/search'),
    asOwner(`/api/v2/sec/share/${shareId}`),
    get(`/api/v2/open/share/${linkId}`),
    get(`/api/v2/open/share/${linkId}/file/${fileId}`),
    get(`/api/v2/open/share/${linkId}/zip`),
    get('/api/v2/nothing'),
    get('/nothing'),
    get('/icon.svg'),
    ask({ method: 'DELETE', path: '/api/v2/open/info/version' }),
    ask({ method: 'POST', path: '/app/login' }),
  ]);
  for (const { headers } of answers) expect(headers).toMatchObject(everyAnswer);
});

test('answers of calls are cached by nobody: successes, refusals and bytes alike', async () => {
  const { linkId, fileId } = world.bait;
  const file = `/api/v2/open/share/${linkId}/file/${fileId}`;
  for (const answer of [
    await get('/api/v2/open/info/appconfig'),
    await get('/api/v2/sec/share/search'),
    await asOwner('/api/v2/sec/share/search'),
    await get('/api/v2/nothing'),
    await get('/api/auth/csrf'),
    await get(file),
    await get(file, { range: 'bytes=0-1' }),
    await get(`${file}x`),
  ]) {
    expect(answer.headers['cache-control']).toMatch(/no-store/);
  }
});

test('a file is shown as what can’t run, in a sandbox of its own, by every kind of answer', async () => {
  const { linkId, fileId, shareId } = world.bait;
  const policy = /^sandbox; default-src 'none'/;
  for (const path of [`open/share/${linkId}`, `sec/share/${shareId}`]) {
    for (const headers of [{}, { range: 'bytes=0-1' }, { range: 'bytes=99999-' }]) {
      const shown = { ...world.shown('owner'), ...headers };
      const answer = await get(`/api/v2/${path}/file/${fileId}`, shown);
      expect(answer.headers['content-security-policy']).toMatch(policy);
    }
  }
});

test('the session’s cookie is no script’s to read and no other site’s to use, and goes with the sign-out', async () => {
  const { login, password } = await newAccount();
  const body = JSON.stringify({ account: login, password });
  const entered = await ask({ method: 'POST', path: auth.login.path, body });
  const cookie = entered.headers['set-cookie']?.at(0) ?? '';
  expect(cookie).toMatch(/^sharry_auth=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  const headers = { cookie: cookie.split(';', 1)[0] ?? '' };
  const left = await ask({ method: 'POST', path: auth.logout.path, headers });
  expect(left.headers['set-cookie']?.at(0)).toMatch(
    /^sharry_auth=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect((await get('/api/v2/sec/share/search', headers)).status).toBe(401);
});

test('no page takes a server action, by whatever form it comes', async () => {
  for (const key of pages) {
    const path = addressOf(key, world.bait);
    for (const type of ['text/plain;charset=UTF-8', 'multipart/form-data; boundary=x']) {
      const headers = { ...world.shown('admin'), 'next-action': 'a'.repeat(42), 'content-type': type };
      const { status } = await ask({ method: 'POST', path, headers, body: '["$K1"]' });
      // Receives shares of other apps as a form, and answers before the framework.
      expect([path, status]).toEqual([path, path === serverPaths.receive ? 303 : 405]);
    }
  }
});

/** A server that must never receive a request. */
async function canary() {
  let calls = 0;
  const server = http.createServer((_req, res) => {
    calls++;
    res.end();
  });
  server.on('upgrade', (_req, socket) => {
    calls++;
    socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, calls: () => calls, close: () => server.close() };
}

test('nobody makes the server fetch: neither for a picture nor by an upgrade or another’s address', async () => {
  const bird = await canary();
  const { hostname, port } = new URL(running().url);
  const picture = `/_next/image?url=${encodeURIComponent(`${bird.url}/x.png`)}&w=64&q=75`;
  expect([400, 404]).toContain((await get(picture)).status);
  expect((await get('/_next/image?url=%2Ficon-32.png&w=64&q=75')).headers['content-type']).not.toMatch(
    /image/,
  );
  for (const target of [bird.url, '/app/login', `//${new URL(bird.url).host}/`]) {
    for (const more of [
      'Connection: Upgrade\r\nUpgrade: websocket',
      'X: y',
      `X-Forwarded-Host: ${new URL(bird.url).host}`,
    ]) {
      const socket = net.connect(Number(port), hostname);
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: ${new URL(bird.url).host}\r\n${more}\r\nConnection: close\r\n\r\n`,
      );
      await once(socket.resume(), 'close');
    }
  }
  bird.close();
  expect(bird.calls()).toBe(0);
});
