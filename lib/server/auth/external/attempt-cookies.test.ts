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

async function begin(id = 'hub') {
  const search = new URLSearchParams({ r: '/app/uploads' });
  const { location, cookies: lines } = await beginExternal(ctx, { id, search, headers: new Headers() });
  const pairs = lines.map((line) => {
    const { name, value } = parseSetCookie(line);
    return [name, encodeURIComponent(value ?? '')] as const;
  });
  const state = new URL(location).searchParams.get('state') ?? '';
  return {
    cookies: pairs.filter(([name]) => checkCookies.some((each) => name.startsWith(`${each}.`))),
    state,
  };
}

async function resume(cookies: (readonly [name: string, value: string])[], state: string) {
  const headers = new Headers({ cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; ') });
  const search = new URLSearchParams({ code: 'c', state });
  const { location, cookies: set } = await resumeExternal(ctx, { id: 'hub', search, headers });
  return { location, isIn: set.some((line) => line.startsWith(`${cookieNames.auth}=`)) };
}

type CookiePairs = Awaited<ReturnType<typeof begin>>['cookies'];
const garbage = (value: string, good: CookiePairs) => good.map(([name]) => [name, value] as const);

test.each<[what: string, among: (good: CookiePairs) => Promise<CookiePairs>]>([
  ['alone', async (good) => good],
  ['after garbled ones', async (good) => [...garbage('x', good), ...good]],
  ['before garbled ones', async (good) => [...good, ...garbage('x', good)]],
  ['between odd bytes', async (good) => [...garbage('%ff', good), ...good, ...garbage('\u00ff', good)]],
  ['after those of a sign-in before', async (good) => [...(await begin()).cookies, ...good]],
  ['before those of another sign-in', async (good) => [...good, ...(await begin()).cookies]],
  ['after those of another provider', async (good) => [...(await begin('other')).cookies, ...good]],
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
  const { cookies, state } = await begin();
  const { location, isIn } = await resume(await among(cookies), state);
  expect(isIn).toBe(true);
  expect(location).toContain(encodeURIComponent('/app/uploads'));
});

test('nothing of another sign-in counts for this one', async () => {
  const [one, other] = [await begin(), await begin()];
  for (const cookies of [[], other.cookies, garbage('x', one.cookies), (await begin('other')).cookies]) {
    expect((await resume(cookies, one.state)).isIn).toBe(false);
  }
});

class Browser {
  readonly jar = new Map<string, string>();

  readonly take = (cookies: readonly string[]): void => {
    for (const line of cookies) {
      const { name, value, maxAge } = parseSetCookie(line);
      if (maxAge === 0) this.jar.delete(name);
      else this.jar.set(name, encodeURIComponent(value ?? ''));
    }
  };

  get headers(): Headers {
    return new Headers({ cookie: [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ') });
  }

  async begin(page: string): Promise<string> {
    const search = new URLSearchParams({ r: page });
    const { location, cookies } = await beginExternal(ctx, { id: 'hub', search, headers: this.headers });
    this.take(cookies);
    return new URL(location).searchParams.get('state') ?? '';
  }

  async resume(search: Record<string, string>): Promise<string> {
    const back = { id: 'hub', search: new URLSearchParams(search), headers: this.headers };
    const { location, cookies } = await resumeExternal(ctx, back);
    this.take(cookies);
    return location;
  }

  get isIn(): boolean {
    return this.jar.has(cookieNames.auth);
  }
}

test('two tabs that begin a sign-in both come back to where they were going, in any order', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const browser = new Browser();
    const states = [await browser.begin('/app/share'), await browser.begin('/app/uploads')];
    for (const tab of order) {
      const location = await browser.resume({ code: 'c', state: states[tab] ?? '' });
      expect(location).toContain(encodeURIComponent(['/app/share', '/app/uploads'][tab] ?? ''));
      expect(location).not.toContain('error=');
      expect(browser.isIn).toBe(true);
      browser.jar.delete(cookieNames.auth);
    }
    expect(browser.jar.size).toBe(0);
  }
});

test('a sign-in that fails takes its own cookies with it, and leaves the other tab’s', async () => {
  const browser = new Browser();
  const [one, other] = [await browser.begin('/app/share'), await browser.begin('/app/uploads')];
  const all = browser.jar.size;
  expect(await browser.resume({ error: 'access_denied', state: one })).toContain('auth.providerDeclined');
  expect(browser.jar.size).toBe(all / 2);
  await browser.resume({ code: 'c', state: other });
  expect(browser.isIn).toBe(true);
});

test('a browser that begins again and again keeps the latest few', async () => {
  const browser = new Browser();
  const states: string[] = [];
  for (let number = 0; number < 12; number++) states.push(await browser.begin('/app'));
  expect(String(browser.headers.get('cookie')).length).toBeLessThan(6_000);
  await browser.resume({ code: 'c', state: states.at(-4) ?? '' });
  expect(browser.isIn).toBe(true);
});

test('going back to the provider after signing in works, and a stranger’s attempt fails', async () => {
  const browser = new Browser();
  const state = await browser.begin('/app/uploads');
  await browser.resume({ code: 'c', state });
  expect(await browser.resume({ code: 'c', state })).not.toContain('error=');
  browser.jar.set(cookieNames.auth, 'x');
  expect(await browser.resume({ code: 'c', state })).toContain('error=auth.providerStale');
});
