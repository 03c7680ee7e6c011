import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Output } from './output';
import { extend, list, remove } from './shares';

const hour = 3_600_000;
type ImitatedAnswer = { status?: number; body: object };
type AskedCall = { method: string; path: string; body: string };

beforeEach(() => void vi.stubEnv('SLIPWAY_TOKEN', 'a-token'));
afterEach(() => void vi.unstubAllEnvs());

/** A server that the person is signed in to, and what is said to it. */
async function signedIn(
  answer: (url: URL, method: string) => ImitatedAnswer | undefined,
): Promise<AskedCall[]> {
  const said: AskedCall[] = [];
  const server = http.createServer(async (req, res) => {
    let body = '';
    for await (const part of req) body += part;
    const url = new URL(req.url ?? '', 'http://localhost');
    said.push({ method: req.method ?? '', path: url.pathname, body });
    const known = answer(url, req.method ?? '');
    const missing = { success: false, code: 'share.notFound', message: 'This share doesn’t exist.' };
    res.writeHead(known ? (known.status ?? 200) : 404).end(JSON.stringify(known?.body ?? missing));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('SLIPWAY_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return said;
}

function listener() {
  const heard: { rows: unknown[]; results: string[]; failures: string[] } = {
    rows: [],
    results: [],
    failures: [],
  };
  const output: Output = {
    isForPeople: false,
    isQuiet: false,
    isJson: false,
    note: () => undefined,
    result: async (text) => void heard.results.push(text),
    table: async (_header, rows) => void heard.rows.push(...rows),
    failure: (error) => void heard.failures.push((error as Error).message),
  };
  return { heard, output };
}

const one = (id: string) => ({ id, name: id, files: 1, size: 1, linkId: null, endsAt: null });

test('a list goes on after a full page, and ends with one that isn’t', async () => {
  await signedIn(({ pathname, searchParams }) => {
    if (!pathname.endsWith('/search')) return { body: { baseUrl: 'https://files.example.org' } };
    const length = { 1: 100, 2: 1 }[searchParams.get('page') ?? ''] ?? 0;
    return { body: { items: Array.from({ length }, (_, n) => one(`share-${n}`)) } };
  });
  const { heard, output } = listener();
  await list(output, {});
  expect(heard.rows).toHaveLength(101);
});

test('a link that is listed has the address that the server gives out', async () => {
  await signedIn(({ pathname }) =>
    pathname.endsWith('/search')
      ? { body: { items: [{ ...one('share-1'), linkId: 'a-link', endsAt: Date.now() + hour }] } }
      : { body: { baseUrl: 'https://files.example.org' } },
  );
  const { heard, output } = listener();
  await list(output, {});
  expect(heard.rows).toMatchObject([expect.arrayContaining(['https://files.example.org/app/open/a-link'])]);
});

test('of several shares one that isn’t there keeps none of the others, and its failure ends the command', async () => {
  const said = await signedIn(({ pathname }, method) => {
    if (pathname.endsWith('/search')) return { body: { items: [] } };
    return method === 'DELETE' && !pathname.endsWith('missing-share') ? { body: {} } : undefined;
  });
  const { heard, output } = listener();
  const all = ['first-share', 'missing-share', 'second-share'];
  await expect(remove(output, all, {})).rejects.toMatchObject({ exitCode: 4 });
  expect(heard.results).toEqual(['Deleted first-share', 'Deleted second-share']);
  expect(said.filter(({ method }) => method === 'DELETE')).toHaveLength(3);
});

test('what concerns all shares, such as a token that is over, ends the command at once', async () => {
  const body = { success: false, code: 'auth.required', message: 'Sign in.' };
  const said = await signedIn(() => ({ status: 401, body }));
  await expect(remove(listener().output, ['first-share', 'second-share'], {})).rejects.toMatchObject({
    exitCode: 3,
  });
  expect(said).toHaveLength(1);
});

test.each([
  ['that is open lasts longer from its end', 2 * hour, 10 * hour],
  ['that has expired is open from now on', -hour, 8 * hour],
])('a link %s', async (_, endsIn, lastsFromNow) => {
  const now = Date.now();
  const publishInfo = { enabled: true, publishDate: now - 24 * hour, publishUntil: now + endsIn };
  const said = await signedIn(() => ({ body: { validity: hour, publishInfo } }));
  await extend(listener().output, 'share-0123456789', '8h', {});
  const [change] = said.filter(({ method }) => method === 'POST');
  expect(change?.path).toBe('/api/v2/sec/share/share-0123456789/validity');
  const { value } = JSON.parse(change?.body ?? '{}') as { value: number };
  expect(Math.round((value - 24 * hour - lastsFromNow) / hour)).toBe(0);
});

test('a share without a link gets a longer validity, and a day instead of a duration ends with it', async () => {
  const said = await signedIn(() => ({ body: { validity: hour, publishInfo: null } }));
  const { heard, output } = listener();
  await extend(output, 'share-0123456789', '2h', {});
  await extend(output, 'share-0123456789', '2999-12-24', {});
  const changes = said.filter(({ method }) => method === 'POST');
  const until = new Date(2999, 11, 24, 23, 59).getTime();
  expect(changes.map(({ path, body }) => [path.split('/').at(-1), JSON.parse(body)])).toEqual([
    ['validity', { value: 3 * hour }],
    ['until', { value: until }],
  ]);
  expect(heard.results).toEqual(Array(2).fill('Extended. It has no link now.'));
});
