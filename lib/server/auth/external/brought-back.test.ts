import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseSetCookie } from 'cookie';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookieNames } from '@/lib/contract/http/names';
import type { Context } from '@/lib/server/context';
import { openContext } from '@/testing/service/context';
import { beginExternal, resumeExternal } from './flow';
import { checkCookies } from './provider-options';

const provider = createServer((req, res) => {
  const body = req.url === '/token' ? { access_token: 'abc', token_type: 'bearer' } : { login: 'ada' };
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
let ctx: Context;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const { config, ...rest } = openContext({ now: new Date() });
  const urls = { authorizeUrl: `${base}/begin`, tokenUrl: `${base}/token`, userUrl: `${base}/user` };
  const common = { name: 'Hub', icon: null, clientId: 'x', clientSecret: 'y', scope: '', userIdKey: 'login' };
  const entries = ['hub', 'other'].map((id) => ({ ...common, ...urls, id }));
  ctx = { ...rest, config: { ...config, OAUTH_PROVIDERS: entries } };
});
afterAll(() => void provider.close());

/** Begins a sign-in: what the browser keeps of it, and with what the provider sends it back. */
async function begin(id = 'hub') {
  const search = new URLSearchParams({ r: '/app/uploads' });
  const { location, cookies } = await beginExternal(ctx, { id, search, headers: new Headers() });
  const kept = cookies.map((line) => {
    const { name, value } = parseSetCookie(line);
    return [name, encodeURIComponent(value ?? '')] as const;
  });
  const state = new URL(location).searchParams.get('state') ?? '';
  return { kept: kept.filter(([name]) => checkCookies.includes(name)), state };
}

async function resume(cookies: (readonly [name: string, value: string])[], state: string) {
  const headers = new Headers({ cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; ') });
  const search = new URLSearchParams({ code: 'c', state });
  const { location, cookies: set } = await resumeExternal(ctx, { id: 'hub', search, headers });
  return { location, isIn: set.some((line) => line.startsWith(`${cookieNames.auth}=`)) };
}

type Kept = Awaited<ReturnType<typeof begin>>['kept'];
const garbage = (value: string) => checkCookies.map((name) => [name, value] as const);

test.each<[what: string, among: (good: Kept) => Promise<Kept>]>([
  ['alone', async (good) => good],
  ['after garbled ones', async (good) => [...garbage('x'), ...good]],
  ['before garbled ones', async (good) => [...good, ...garbage('x')]],
  ['between odd bytes', async (good) => [...garbage('%ff'), ...good, ...garbage('\u00ff')]],
  ['after those of a sign-in before', async (good) => [...(await begin()).kept, ...good]],
  ['before those of another sign-in', async (good) => [...good, ...(await begin()).kept]],
  ['after those of another provider', async (good) => [...(await begin('other')).kept, ...good]],
  ['in quotes', async (good) => good.map(([name, value]) => [name, `"${value}"`] as const)],
  [
    'among a hundred others',
    async (good) => [
      ...Array.from({ length: 50 }, (_, n) => [`other${n}`, 'x'] as const),
      ...good,
      ...Array.from({ length: 50 }, (_, n) => [`more${n}`, 'x'] as const),
    ],
  ],
])('what a browser brings back counts %s', async (_, among) => {
  const { kept, state } = await begin();
  const { location, isIn } = await resume(await among(kept), state);
  expect(isIn).toBe(true);
  expect(location).toContain(encodeURIComponent('/app/uploads'));
});

test('nothing of another sign-in counts for this one', async () => {
  const [one, other] = [await begin(), await begin()];
  for (const kept of [[], other.kept, garbage('x'), (await begin('other')).kept]) {
    expect((await resume(kept, one.state)).isIn).toBe(false);
  }
});
