import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseSetCookie } from 'cookie';
import Provider from 'oidc-provider';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cookieNames } from '@/lib/contract/http/names';
import { config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { openContext } from '@/testing/service/context';
import { beginExternal, resumeExternal } from './flow';

const id = 'idp';
const resumeUrl = `${config().BASE_URL}/api/v2/open/auth/oauth/${id}/resume`;
const client = { clientId: 'slipway', clientSecret: 'a secret of the tests' };

type ProviderBehavior = {
  userinfo: number | null;
  clockSeconds: number;
  notBeforeSeconds: number;
  email: string;
  groups: unknown;
};
const normalBehavior: ProviderBehavior = {
  userinfo: null,
  clockSeconds: 0,
  notBeforeSeconds: 0,
  email: 'ada@example.org',
  groups: undefined,
};
let behavior = normalBehavior;

let server: Server;
let ctx: Context;
let lines: string[] = [];
beforeAll(async () => {
  server = (await import('node:http')).createServer((req, res) => void answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = realProvider(issuer).callback();
  const entry = { id, name: 'Example IdP', icon: null, issuer, scope: 'openid', ...client };
  const { config: known, ...rest } = openContext({ now: new Date() });
  const log = pino({}, { write: (line: string) => lines.push(line) });
  ctx = { ...rest, log, config: { ...known, OAUTH_PROVIDERS: [entry] } };
});
afterAll(() => void server.close());
beforeEach(() => {
  behavior = normalBehavior;
  lines = [];
});

function realProvider(issuer: string): Provider {
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [resumeUrl] }],
    claims: { openid: ['sub', 'preferred_username', 'email', 'nbf'], groups: ['groups'] },
    scopes: ['openid', 'groups'],
    findAccount: (_koa, sub) => ({
      accountId: sub,
      claims: async () => ({
        sub,
        preferred_username: sub,
        email: behavior.email,
        groups: behavior.groups,
        ...(behavior.notBeforeSeconds && { nbf: Math.floor(Date.now() / 1000) + behavior.notBeforeSeconds }),
      }),
    }),
    ttl: { AuthorizationCode: 3600, IdToken: 120, AccessToken: 3600, Interaction: 3600, Session: 3600 },
    cookies: { keys: ['of the tests'] },
  });
  provider.use(async (koa, next) => {
    if (koa.path === '/me' && behavior.userinfo !== null) {
      koa.status = behavior.userinfo;
      return;
    }
    const now = Date.now;
    if (koa.path === '/token') Date.now = () => now() + behavior.clockSeconds * 1000;
    try {
      await next();
    } finally {
      Date.now = now;
    }
  });
  return provider;
}

async function signInThere(address: string, login: string): Promise<URLSearchParams> {
  const jar = new Map<string, string>();
  let [url, form] = [address, null as URLSearchParams | null];
  while (!url.startsWith(resumeUrl)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const method = form ? 'POST' : 'GET';
    const answer = await fetch(url, { method, body: form, headers: { cookie }, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const { name, value } = parseSetCookie(line);
      jar.set(name, value ?? '');
    }
    const next = answer.headers.get('location');
    const prompt = /name="prompt" value="(\w+)"/.exec(await answer.text())?.[1] ?? '';
    form = next ? null : new URLSearchParams({ prompt, login, password: 'anything' });
    url = next ? new URL(next, url).href : url;
  }
  return new URL(url).searchParams;
}

async function begin(from = ctx) {
  const { location, cookies } = await beginExternal(from, {
    id,
    search: new URLSearchParams(),
    headers: new Headers(),
  });
  const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
  return { location, headers: new Headers({ cookie }) };
}

async function signIn(login: string, from = ctx) {
  const { location, headers } = await begin(from);
  const search = await signInThere(location, login);
  const back = await resumeExternal(from, { id, search, headers });
  const isIn = back.cookies.some((line) => line.startsWith(`${cookieNames.auth}=`));
  return { isIn, location: back.location };
}

const newPerson = () => `p${ctx.newId().toLowerCase()}`;
const accountOf = (subject: string) =>
  ctx.db.account.findUniqueOrThrow({ where: { source_subject: { source: `oauth:${id}`, subject } } });

test.each<[what: string, behavior: Partial<ProviderBehavior>, said: RegExp | null]>([
  ['userinfo says 401', { userinfo: 401 }, /userinfo/],
  ['userinfo says 500', { userinfo: 500 }, /userinfo/],
  ['its clock is a minute ahead', { clockSeconds: 60 }, /clocks differ by (59|60|61) s/],
  ['a token begins in a minute', { notBeforeSeconds: 60 }, null],
  ['its clock is four minutes behind', { clockSeconds: -240 }, /clocks differ by -(239|240|241) s/],
  ['all is well', {}, null],
])('somebody gets in when %s', async (_what, over, said) => {
  behavior = { ...normalBehavior, ...over };
  const person = newPerson();
  expect(await signIn(person)).toMatchObject({ isIn: true });
  expect(await accountOf(person)).toMatchObject({ login: `${person}@idp`, email: 'ada@example.org' });
  if (said) expect(lines.join()).toMatch(said);
  else expect(lines.join()).not.toMatch(/userinfo|clocks/);
});

test('a clock that is ten minutes behind is named as what it is', async () => {
  behavior = { ...normalBehavior, clockSeconds: -600 };
  expect((await signIn(newPerson())).isIn).toBe(false);
  expect(lines.join()).toMatch(/the clocks differ by -(599|600|601) s/);
});

test.each([
  ['access_denied', 'auth.providerDeclined'],
  ['invalid_scope', 'auth.providerMisconfigured'],
  ['unauthorized_client', 'auth.providerMisconfigured'],
  ['server_error', 'auth.providerAway'],
  ['temporarily_unavailable', 'auth.providerAway'],
  ['a_new_word', 'auth.providerUnclear'],
  ['constructor', 'auth.providerUnclear'],
])('what it means by %s is said, and the log has its words', async (error, code) => {
  const { headers } = await begin();
  const search = new URLSearchParams({ error, error_description: 'Ask\nOps\u202e about it' });
  const back = await resumeExternal(ctx, { id, search, headers });
  expect(new URL(back.location).searchParams.get('error')).toBe(code);
  expect(lines.join()).toContain(`${error}: Ask Ops about it`);
});

test('a secret that it doesn’t know is the operator’s to mend', async () => {
  const { location, headers } = await begin();
  const search = await signInThere(location, newPerson());
  const [provider] = ctx.config.OAUTH_PROVIDERS;
  const other = provider ? [{ ...provider, clientSecret: 'another secret' }] : [];
  const wrong = { ...ctx, config: { ...ctx.config, OAUTH_PROVIDERS: other } };
  const back = await resumeExternal(wrong, { id, search, headers });
  expect(back.location).toContain('error=auth.providerMisconfigured');
  expect(lines.join()).toContain('401 invalid_client');
});

test('the address follows the provider, until its person sets one here', async () => {
  const person = newPerson();
  const emailAfter = async (email: string) => {
    behavior = { ...normalBehavior, email };
    await signIn(person);
    return (await accountOf(person)).email;
  };
  expect(await emailAfter('ada@example.org')).toBe('ada@example.org');
  expect(await emailAfter('ada@new.example')).toBe('ada@new.example');
  expect(await emailAfter(''), 'nothing is said').toBe('ada@new.example');
  const { id: accountId } = await accountOf(person);
  await ctx.db.account.update({ where: { id: accountId }, data: { email: 'own@example.org' } });
  expect(await emailAfter('ada@newer.example')).toBe('own@example.org');
  await ctx.db.account.update({ where: { id: accountId }, data: { email: null } });
  expect(await emailAfter('ada@newest.example'), 'removed here').toBe(null);
});

test('groups come with userinfo, as text, list or map, and decide at each sign-in', async () => {
  const [idp] = ctx.config.OAUTH_PROVIDERS;
  if (!idp) throw new Error('there is a provider');
  const entry = { ...idp, scope: 'openid groups', groupsKey: 'groups', allowedGroups: ['staff'] };
  const limited = { ...ctx, config: { ...ctx.config, OAUTH_PROVIDERS: [entry] } };
  const person = newPerson();
  const after = async (over: Partial<ProviderBehavior>) => {
    behavior = { ...normalBehavior, ...over };
    lines = [];
    const { isIn, location } = await signIn(person, limited);
    return isIn ? 'in' : new URL(location).searchParams.get('error');
  };
  expect(await after({ groups: 'guests' })).toBe('auth.notAdmitted');
  expect(await ctx.db.account.count({ where: { subject: person } })).toBe(0);
  expect(await after({ groups: ['makers', 'staff'] })).toBe('in');
  expect(await after({ groups: '[makers, staff]' })).toBe('in');
  expect(await after({ groups: { staff: { 17: 'example.org' } } })).toBe('in');
  const { id: accountId } = await accountOf(person);
  const live = () => ctx.db.session.count({ where: { accountId, revokedAt: null } });
  expect(await live()).toBe(3);

  expect(await after({ groups: ['staff'], userinfo: 500 }), 'nothing is known').toBe('auth.providerAway');
  expect(await live()).toBe(3);
  expect(await after({ groups: ['guests', 'makers'] })).toBe('auth.notAdmitted');
  expect(await live()).toBe(0);
  expect(lines.join()).toContain('refused: not in allowedGroups; has: [guests, makers]');
  expect(await after({ groups: [{ label: 'staff' }] })).toBe('auth.notAdmitted');
  expect(lines.join()).toContain('has: [] and 1 that are no names');
  expect(await after({})).toBe('auth.notAdmitted');
  expect(lines.join()).toContain('refused: not in allowedGroups; has: []');
});
