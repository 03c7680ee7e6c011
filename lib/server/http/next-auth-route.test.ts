import { expect, test } from 'vitest';
import { cookieNames } from '@/lib/contract/http/names';
import { callerOf } from '@/lib/server/auth/caller';
import { hashPassword } from '@/lib/server/auth/password';
import { userContext } from '@/testing/service/context';
import { nextAuthRoute } from './next-auth-route';

const csrf = nextAuthRoute({ method: 'GET', path: ['csrf'] });
const callback = nextAuthRoute({ method: 'POST', path: ['callback', 'password'] });
const base = 'http://localhost:3000/api/auth';

async function proof() {
  const answer = await csrf(new Request(`${base}/csrf`));
  const [cookie = ''] = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { cookie, ...((await answer.json()) as { csrfToken: string }) };
}

const signIn = (form: Record<string, string>, cookie = '', search = '') =>
  callback(
    new Request(`${base}/callback/password${search}`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(form),
    }),
  );

const sessionIn = (answer: Response) =>
  answer.headers.getSetCookie().find((line) => line.startsWith(`${cookieNames.auth}=`));

async function person() {
  const password = 'right horse battery';
  const ctx = await userContext({ passwordHash: await hashPassword(password) });
  return { ctx, form: { account: ctx.viewer.login, password } };
}

test('the right password and form token sign in, whatever else the request carries', async () => {
  const { ctx, form } = await person();
  const { cookie, csrfToken } = await proof();
  const hostile = `next-auth.callback-url=x; ${cookieNames.auth}=${'x'.repeat(8_000)}; ${cookie}`;
  const answer = await signIn({ ...form, csrfToken, callbackUrl: 'x' }, hostile, '?callbackUrl=x&error=y');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const headers = new Headers({ cookie: sessionIn(answer)?.split(';')[0] ?? '' });
  expect((await callerOf(ctx.db, headers, new Date()))?.viewer.id).toBe(ctx.viewer.id);
});

test('a right password alone starts no session where the account has a second factor', async () => {
  const { ctx, form } = await person();
  await ctx.db.secondFactor.create({ data: { accountId: ctx.viewer.id, secret: 'x', lastStep: 0 } });
  const { cookie, csrfToken } = await proof();
  const answer = await signIn({ ...form, csrfToken }, cookie);
  expect([answer.status, sessionIn(answer)]).toEqual([200, undefined]);
  expect(await answer.json()).toMatchObject({
    success: false,
    code: 'auth.secondFactor',
    challenge: expect.any(String),
  });
  const wrong = await signIn({ ...form, password: 'x', csrfToken }, cookie);
  expect(await wrong.text()).not.toContain('challenge');
});

test('a browser is given a secret to be known by, and keeps it', async () => {
  const { form } = await person();
  const { cookie, csrfToken } = await proof();
  const knownBy = (answer: Response) =>
    answer.headers.getSetCookie().find((line) => line.startsWith(`${cookieNames.browser}=`));
  const first = knownBy(await signIn({ ...form, csrfToken }, cookie)) ?? '';
  expect(first).toMatch(/^slipway-browser=\w{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
  const again = (value: string) => signIn({ ...form, csrfToken }, `${cookie}; ${value}`);
  expect(knownBy(await again(first.split(';')[0] ?? ''))).toBe(first);
  expect(knownBy(await again('slipway-browser=too short'))).toMatch(/=\w{43};/);
  expect(knownBy(await signIn({ ...form, password: 'x', csrfToken }, cookie))).toBeUndefined();
});

test('the cookie outlasts the browser only for who wants to stay signed in', async () => {
  const { form } = await person();
  const { cookie, csrfToken } = await proof();
  const stay = await signIn({ ...form, csrfToken, keepSignedIn: 'true' }, cookie);
  const until = Date.parse(/; Expires=([^;]+)/i.exec(sessionIn(stay) ?? '')?.[1] ?? '');
  expect((until - Date.now()) / (24 * 3600_000)).toBeCloseTo(30, 2);
  for (const keepSignedIn of ['false', '', 'yes']) {
    const leave = await signIn({ ...form, csrfToken, keepSignedIn }, cookie);
    expect(sessionIn(leave)).toMatch(/HttpOnly/);
    expect(sessionIn(leave)).not.toMatch(/expires|max-age/i);
  }
});

test.each<[what: string, among: (good: string, other: string) => string[]]>([
  ['after garbled ones', (good) => ['next-auth.csrf-token=x', 'next-auth.csrf-token=x%7Cy', good]],
  ['before a garbled one', (good) => [good, 'next-auth.csrf-token=%ff']],
  ['after another good one', (good, other) => [other, good]],
  ['before another good one', (good, other) => [good, other]],
  ['in quotes', (good) => [good.replace(/=(.*)/, '="$1"')]],
])('the cookie that proves the form counts %s', async (_, among) => {
  const { form } = await person();
  const [{ cookie, csrfToken }, other] = [await proof(), await proof()];
  const cookies = among(cookie, other.cookie).join('; ');
  expect(sessionIn(await signIn({ ...form, csrfToken }, cookies))).toBeDefined();
  // Asked again, the form gets a token that is there already, not one that would outlive it.
  const again = await csrf(new Request(`${base}/csrf`, { headers: { cookie: cookies } }));
  const known = [csrfToken, other.csrfToken];
  expect(known).toContain(((await again.json()) as { csrfToken: string }).csrfToken);
  const foreign = await signIn({ ...form, csrfToken: 'x'.repeat(64) }, cookies);
  expect(sessionIn(foreign)).toBeUndefined();
});

test.each(['', 'x', 'x|y', '|', '%', '\u00ff'])('the proof %j opens nothing', async (given) => {
  const { form } = await person();
  const { csrfToken } = await proof();
  for (const cookie of [`next-auth.csrf-token=${given}`, '']) {
    const answer = await signIn({ ...form, csrfToken }, cookie);
    expect([answer.status, sessionIn(answer)]).toEqual([200, undefined]);
    expect(await answer.json()).toMatchObject({ url: expect.stringContaining('csrf=true') });
  }
});

test.each([
  ['an address to come back to', '?callbackUrl=x', {}],
  ['one that is a list', '?callbackUrl=x&callbackUrl=y', {}],
  [
    'a cookie of such an address',
    '',
    { cookie: 'next-auth.callback-url=x; __Secure-next-auth.callback-url=x' },
  ],
  ['another host', '', { host: 'a b', 'x-forwarded-host': 'a b', 'x-forwarded-proto': 'x' }],
])('%s, however garbled, is no error of the server', async (_, search, headers) => {
  const answer = await csrf(new Request(`${base}/csrf${search}`, { headers }));
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { csrfToken: expect.stringMatching(/^\w{64}$/) },
  ]);
  const { csrfToken, cookie } = await proof();
  const given = new Headers(headers as Record<string, string>);
  given.set('cookie', [given.get('cookie') ?? '', cookie].join('; '));
  const body = new URLSearchParams({ csrfToken, account: 'nobody-at-all', password: 'x', callbackUrl: 'x' });
  const refused = await callback(
    new Request(`${base}/callback/password${search}`, { method: 'POST', headers: given, body }),
  );
  expect([refused.status, sessionIn(refused)]).toEqual([401, undefined]);
  expect(await refused.json()).toMatchObject({ url: expect.stringContaining('auth.loginFailed') });
});

test.each([
  ['more than 256 KiB', 'x'.repeat(300_000), 413],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe]), 400],
])('%s is refused before NextAuth reads it', async (_, body, status) => {
  const answer = await callback(new Request(`${base}/callback/password`, { method: 'POST', body }));
  expect(answer.status).toBe(status);
});
