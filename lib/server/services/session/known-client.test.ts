import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideDevice, fetchDeviceToken, requestDeviceToken } from '@/lib/features/token/device';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import { beginFactor, confirmFactor } from '@/lib/server/services/factor/set-up';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { listRecentEvents } from '@/lib/server/services/settings/lately';
import { phoneCode } from '@/testing/people/totp';
import { inNewSession, openContext, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { signIn } from './sign-in';
import { signInByProxy } from './sign-in-by-proxy';
import { signInFederated } from './sign-in-federated';
import { signInSecond } from './sign-in-second';

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
let passwordHash: string;
beforeAll(async () => {
  [database, passwordHash] = [await ownDatabase(), await hashPassword('correct horse battery')];
});
afterAll(() => database.remove());

const password = 'correct horse battery';
const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15) AppleWebKit/605 Version/18 Safari/605';

type Browser = { cookie?: string; userAgent?: string; address?: string };

const from = ({ cookie = 'home', userAgent = linux, address = '192.0.2.1' }: Browser = {}): Context =>
  openContext({
    ...post.over({ PROXY_AUTH: 'true', TRUSTED_PROXIES: '127.0.0.1' }),
    db: database.db,
    now: new Date(),
    client: { address, userAgent },
    browser: () => cookie,
  });
const work = { cookie: 'work', userAgent: mac, address: '198.51.100.9' };

async function person(columns: Record<string, unknown> = {}) {
  const ctx = await inNewSession(await userContext({ ...from(), passwordHash }));
  const { id, login } = ctx.viewer;
  const email = `${login}@example.org`;
  await database.db.account.update({ where: { id }, data: { email, ...columns } });
  const enter = (browser?: Browser, isProgram = false) =>
    signIn(from(browser), { account: login, password, isProgram });
  return { ctx, id, login, email, enter };
}

async function mailsTo(address: string) {
  const ctx = from();
  await sendNotices({ ...ctx, config: { ...ctx.config, RATE_LIMITS: true } });
  return post.sink.for(address).map(({ email }) => email);
}

test('a browser that is new to an account is told of, with where and when, but never the first one', async () => {
  const ada = await person();
  await ada.enter();
  expect(await mailsTo(ada.email)).toEqual([]);
  await ada.enter({ ...work, userAgent: linux });
  const [mail, ...others] = await mailsTo(ada.email);
  expect([mail?.subject, others]).toEqual(['New sign-in from Firefox on Linux', []]);
  expect(mail?.text).toMatch(/Firefox on Linux\n.* UTC.*\n198\.51\.100\.9\n/);
  expect(mail?.text).toContain('https://files.example.org/app/settings/security');
  const { items } = await listRecentEvents(ada.ctx);
  expect(items.map(({ kind }) => kind)).toEqual(['newSignIn', 'signIn']);
});

test.each<[string, Browser]>([
  ['by its cookie, in another place and version', { userAgent: mac, address: '203.0.113.1' }],
  ['without its cookie by name and network', { cookie: 'another' }],
])('a browser is known %s', async (_, browser) => {
  const ada = await person();
  await ada.enter();
  await ada.enter(browser);
  expect(await mailsTo(ada.email)).toEqual([]);
});

test('a browser stays known for 400 days after its latest sign-in, not after its first', async () => {
  const ada = await person();
  const enterAfter = (days: number) => {
    const ctx = from();
    const now = new Date(ctx.now.getTime() + days * 24 * 3_600_000);
    return signIn({ ...ctx, now }, { account: ada.login, password });
  };
  const where = { accountId: ada.id };
  const lasting = async () => {
    const rows = await database.db.knownClient.findMany({ where });
    return rows.map(({ endsAt }) => Math.round((endsAt.getTime() - Date.now()) / (24 * 3_600_000)));
  };
  await enterAfter(0);
  expect(new Set(await lasting())).toEqual(new Set([400]));
  await enterAfter(300);
  expect(new Set(await lasting())).toEqual(new Set([700]));
});

test('a browser known to one account is unknown to another', async () => {
  const [ada, bob] = [await person(), await person()];
  for (const one of [ada, bob]) await one.enter();
  await ada.enter(work);
  await bob.enter(work);
  expect([await mailsTo(ada.email), await mailsTo(bob.email)].map((mails) => mails.length)).toEqual([1, 1]);
});

test('twice at once is one mail', async () => {
  const ada = await person();
  await ada.enter();
  await Promise.all(Array.from({ length: 6 }, (_, n) => ada.enter({ ...work, cookie: `tab-${n}` })));
  expect(await mailsTo(ada.email)).toHaveLength(1);
});

test('a program is told of once, from wherever it signs in', async () => {
  const ada = await person();
  await ada.enter();
  for (const address of ['192.0.2.1', '203.0.113.7', '2001:db8::1'])
    await ada.enter({ userAgent: 'curl/8.9', address, cookie: address }, true);
  const mails = await mailsTo(ada.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['New sign-in from curl']);
});

test('a refused sign-in makes no browser known', async () => {
  const ada = await person();
  await ada.enter();
  await signIn(from(work), { account: ada.login, password: 'a guess' }).catch(() => undefined);
  await ada.enter(work);
  expect(await mailsTo(ada.email)).toHaveLength(1);
});

type Enter = (browser: Browser | undefined, name: string) => Promise<unknown>;
const subject = (source: string, login: string) => ({
  source,
  subject: login,
  login: () => login,
  email: `${login}@example.org`,
});

test.each<[string, Enter]>([
  ['a provider', (browser, name) => signInFederated(from(browser), subject('oauth:x', name))],
  ['a directory', (browser, name) => signInFederated(from(browser), subject('ldap', name))],
  ['a proxy', (browser, name) => signInByProxy(from(browser), { user: name, email: `${name}@example.org` })],
])('a sign-in by %s is told of like one by password', async (_, enter) => {
  const name = `carol-${from().newId().toLowerCase()}`;
  await enter(undefined, name);
  await enter(undefined, name);
  expect(await mailsTo(`${name}@example.org`)).toEqual([]);
  await enter(work, name);
  expect(await mailsTo(`${name}@example.org`)).toHaveLength(1);
});

test('a sign-in with a second factor is told of once the code is right', async () => {
  const ada = await person();
  await ada.enter();
  const { secret, setup } = await beginFactor(ada.ctx, { password });
  await confirmFactor(ada.ctx, { setup, code: phoneCode(secret, ada.ctx.now) });
  const refused = await ada.enter(work).catch((error: { answer: { challenge: string } }) => error);
  const { challenge } = 'answer' in refused ? refused.answer : { challenge: '' };
  const before = (await mailsTo(ada.email)).length;
  expect(before, 'of the factor').toBe(1);
  const later = { ...from(work), now: new Date(Date.now() + 60_000) };
  await signInSecond(later, { challenge, code: phoneCode(secret, later.now) });
  const after = (await mailsTo(ada.email)).map(({ subject }) => subject);
  expect(after.slice(before)).toEqual(['New sign-in from Safari on macOS']);
});

test('a program that is let in by a code is told of by its name', async () => {
  const ada = await person();
  const { userCode, deviceCode } = await requestDeviceToken(from(), {
    name: 'slipway on desk',
    scopes: ['read'],
  });
  await decideDevice(ada.ctx, { userCode, allow: true });
  await fetchDeviceToken(from(), { deviceCode });
  expect((await mailsTo(ada.email)).map(({ subject }) => subject)).toEqual([
    'New sign-in from slipway on desk',
  ]);
});

test.each<[string, Record<string, unknown>]>([
  ['who wants none', { tellSignIn: false }],
  ['who has no address', { email: null }],
])('%s gets no mail, and the browser is known all the same', async (_, columns) => {
  const ada = await person(columns);
  await ada.enter();
  await ada.enter(work);
  expect(await mailsTo(ada.email)).toEqual([]);
  await database.db.account.update({ where: { id: ada.id }, data: { email: ada.email, tellSignIn: true } });
  await ada.enter(work);
  expect(await mailsTo(ada.email)).toEqual([]);
});

test('whoever has the password fills no mailbox with it', async () => {
  const ada = await person();
  await ada.enter();
  for (let n = 0; n < 12; n++) await ada.enter({ cookie: `thief-${n}`, address: `198.51.100.${n}` });
  expect(await mailsTo(ada.email)).toHaveLength(10);
  expect(await database.db.notice.count()).toBe(0);
});
