import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { checkVersion } from '@/lib/server/services/doctor/check-version';
import { openContext, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { newestRelease } from './newest-release';
import { checkForUpdate, newerVersion } from './update';

type ReleaseAnswer = (res: http.ServerResponse, req: http.IncomingMessage) => void;

/** A server with releases, and the requests that it got. */
async function releases(answer: ReleaseAnswer) {
  const requests: http.IncomingMessage[] = [];
  const server = http.createServer((req, res) => {
    requests.push(req);
    answer(res, req);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { requests, url: `http://127.0.0.1:${port}/latest` };
}

const notes = 'https://example.org/notes';
const named =
  (tag_name: unknown, more = {}): ReleaseAnswer =>
  (res) =>
    res.end(JSON.stringify({ tag_name, html_url: notes, author: { login: 'somebody' }, ...more }));

let own: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

async function installation(url: string, env: Record<string, string> = {}) {
  const { db } = own;
  await db.setting.deleteMany({ where: { key: 'update' } });
  const over = {
    db,
    config: configWith({ UPDATE_CHECK: 'on', UPDATE_URL: url, SLIPWAY_VERSION: '1.2.3', ...env }),
  };
  const at = (hours: number) => openContext({ ...over, now: new Date(Date.UTC(2026, 10, 27, hours)) });
  const [admin, member] = await Promise.all([true, false].map((is) => userContext({ ...over, admin: is })));
  if (!admin || !member) throw new Error('Two were made.');
  return { at, admin, member };
}

test.each([
  ['an older one', named('v1.2.2'), ['fine', 'fine']],
  ['the same', named('v1.2.3'), ['fine', 'fine']],
  ['a newer one', named('v1.10.0'), ['warning', 'newer']],
  ['a pre-release by its name', named('v1.3.0-rc.1'), ['fine', 'fine']],
  ['a pre-release by its mark', named('v1.3.0', { prerelease: true }), ['fine', 'fine']],
  ['a number', named(2), ['warning', 'failed']],
  ['another kind of answer', (res) => res.end('<h1>Not here</h1>'), ['warning', 'failed']],
  ['nothing', (res) => res.end(), ['warning', 'failed']],
  ['an error', (res) => res.writeHead(404).end('{"tag_name":"v9.9.9"}'), ['warning', 'failed']],
  ['too much', named('v9.9.9', { body: 'x'.repeat(300_000) }), ['warning', 'failed']],
] satisfies [string, ReleaseAnswer, string[]][])(
  'of %s the doctor says what follows',
  async (_, answer, found) => {
    const { url } = await releases(answer);
    const { at, admin } = await installation(url);
    expect(await checkForUpdate(at(0))).toBe(1);
    const { outcome, code, values } = await checkVersion(at(1));
    expect([outcome, code]).toEqual(found);
    if (code === 'newer') expect(values).toEqual({ version: '1.2.3', newest: '1.10.0', url: notes });
    expect(await newerVersion(admin)).toEqual(code === 'newer' ? { version: '1.10.0', url: notes } : null);
  },
);

test('only admins hear of it', async () => {
  const { url } = await releases(named('v2.0.0'));
  const { at, admin, member } = await installation(url);
  await checkForUpdate(at(0));
  expect(await newerVersion(admin)).toEqual({ version: '2.0.0', url: notes });
  expect(await newerVersion(member)).toBeNull();
});

test('it is asked once a day, also after a failure, and told nothing but the product’s name', async () => {
  const { url, requests } = await releases((res) => res.writeHead(500).end());
  const { at } = await installation(url);
  expect(await checkForUpdate(at(0))).toBe(1);
  expect(await checkForUpdate(at(23))).toBe(0);
  expect(await checkForUpdate(at(25))).toBe(1);
  expect(requests).toHaveLength(2);
  const [request] = requests;
  expect(request?.headers['user-agent']).toBe('Slipway');
  expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
    ...['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'sec-fetch-mode', 'user-agent'],
  ]);
  expect([request?.method, request?.url]).toEqual(['GET', '/latest']);
});

test('turned off, nobody is asked, and an answer of before is no longer told', async () => {
  const { url, requests } = await releases(named('v2.0.0'));
  const { at, admin } = await installation(url, { UPDATE_CHECK: 'off' });
  const asked = { ...at(0), config: { ...at(0).config, UPDATE_CHECK: true } };
  await checkForUpdate(asked);
  expect(await checkForUpdate(at(48))).toBe(0);
  expect(requests).toHaveLength(1);
  expect(await newerVersion(admin)).toBeNull();
  expect((await checkVersion(at(1))).outcome).toBe('skipped');
});

test('a redirect is followed on the same server only, and not for ever', async () => {
  const there = await releases(named('v2.0.0'));
  const away = await releases((res) => res.writeHead(302, { location: there.url }).end());
  await expect(newestRelease(away.url)).rejects.toThrow(`it leads to ${new URL(there.url).origin}`);
  expect(there.requests).toEqual([]);

  const round = await releases((res) => res.writeHead(301, { location: '/latest' }).end());
  await expect(newestRelease(round.url)).rejects.toThrow('it leads on and on');
  expect(round.requests).toHaveLength(4);

  const moved = await releases((res, req) =>
    req.url === '/latest' ? res.writeHead(301, { location: '/moved' }).end() : named('v2.0.0')(res, req),
  );
  expect(await newestRelease(moved.url)).toEqual({ version: '2.0.0', url: notes });
});

test('an answer that never ends, fast or slowly, is left', async () => {
  const fast = await releases((res) => {
    const fill = () => {
      while (res.write(Buffer.alloc(65_536, 32)));
    };
    res.on('drain', fill);
    fill();
  });
  await expect(newestRelease(fast.url)).rejects.toThrow('the answer is too long');
  const silent = await releases((res) => void res.write('{'));
  await expect(newestRelease(silent.url, 200)).rejects.toThrow(/timeout/i);
});

test.each([
  ['javascript:alert(1)', null],
  ['http://example.org/notes', null],
  ['https://example.org/notes', notes],
])('a link to notes at %s becomes %s', async (html_url, url) => {
  const server = await releases(named('v2.0.0', { html_url }));
  expect(await newestRelease(server.url)).toEqual({ version: '2.0.0', url });
});

test('UPDATE_CHECK without UPDATE_URL is refused', () => {
  expect(() => configWith({ UPDATE_CHECK: 'on' })).toThrow(/^UPDATE_CHECK needs UPDATE_URL/);
});
