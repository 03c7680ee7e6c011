import { expect, test } from 'vitest';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import type { UserContext } from '@/lib/server/context';
import { authAnswer, refreshSession, signOut } from '@/lib/server/services/session/sessions';
import { signIn } from '@/lib/server/services/session/sign-in';
import { openContext, userContext } from '@/testing/service/context';
import { callerOf } from './caller';
import { hashPassword } from './password';
import { sessionIdleMs } from './session-rows';
import { issueToken } from './tokens';

const password = 'correct horse';
/** Tokens carry real time, so these tests run by the real clock. */
const now = () => new Date();
const day = 24 * 3600 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * day);

async function signInPerson(isKept = false) {
  const account = await userContext({ passwordHash: await hashPassword(password), now: now() });
  const viewer = await signIn(openContext({ now: now() }), {
    account: account.viewer.login,
    password,
    isKept,
  });
  const ctx: UserContext = { ...account, viewer };
  const { token } = await authAnswer(ctx, viewer, isKept);
  return { ctx, viewer, token };
}

const byHeader = (token: string) => new Headers({ [headerNames.auth]: token });
const byCookie = (token: string) => new Headers({ cookie: `x=1; ${cookieNames.auth}=${token}` });

test('a token opens by header and by cookie', async () => {
  const { ctx, viewer, token } = await signInPerson();
  expect(await callerOf(ctx.db, byHeader(token), now())).toEqual({ viewer, carrier: 'header' });
  expect(await callerOf(ctx.db, byCookie(token), now())).toEqual({ viewer, carrier: 'cookie' });
});

test('any good cookie of several counts, in any position', async () => {
  const { ctx, viewer, token } = await signInPerson();
  const name = cookieNames.auth;
  for (const cookie of [
    `${name}=old; ${name}=${token}`,
    `${name}=${token}; ${name}=old`,
    `${name}=; ${name}=${token}`,
  ]) {
    expect(await callerOf(ctx.db, new Headers({ cookie }), now())).toEqual({ viewer, carrier: 'cookie' });
  }
  const many = Array.from({ length: 50 }, (_, nth) => `${name}=old${nth}`).join('; ');
  expect(await callerOf(ctx.db, new Headers({ cookie: many }), now())).toBeNull();
});

test('a header that a proxy or a client sends twice counts once, by the first good token in it', async () => {
  const { ctx, viewer, token } = await signInPerson();
  for (const value of [`${token}, ${token}`, `${token},`, `old, ${token}`, `${token},old`]) {
    const entered = { viewer, carrier: 'header' };
    expect(await callerOf(ctx.db, byHeader(value), now())).toEqual(entered);
    const bearer = value.replaceAll(/[^, ]+/g, 'Bearer $&');
    expect(await callerOf(ctx.db, new Headers({ authorization: bearer }), now())).toEqual(entered);
  }
  expect(await callerOf(ctx.db, byHeader('old, older'), now())).toBeNull();
});

test('a stale header does not shut out a good cookie', async () => {
  const { ctx, viewer, token } = await signInPerson();
  const headers = new Headers({ [headerNames.auth]: 'stale', cookie: `${cookieNames.auth}=${token}` });
  expect(await callerOf(ctx.db, headers, now())).toEqual({ viewer, carrier: 'cookie' });
});

test('garbled, foreign and overdue tokens are nobody’s', async () => {
  const { ctx, viewer, token } = await signInPerson();
  const later = new Date(Date.now() + sessionIdleMs(false) + 1000);
  const visit = await issueToken('visit', { sid: viewer.sessionId }, later, now());
  const elsewhere = `${token.slice(0, -8)}${[...token.slice(-8)].reverse().join('')}`;
  for (const bad of ['', 'x', elsewhere, `${token}x`, visit]) {
    expect(await callerOf(ctx.db, byHeader(bad), now())).toBeNull();
  }
  expect(await callerOf(ctx.db, byHeader(token), later)).toBeNull();
});

test('signing out ends every token of the session and no other session', async () => {
  const { ctx, viewer, token } = await signInPerson();
  const other = await signIn(openContext({ now: now() }), { account: viewer.login, password });
  const { token: refreshed } = (await refreshSession(ctx)).answer;
  await signOut(ctx);
  for (const old of [token, refreshed]) expect(await callerOf(ctx.db, byHeader(old), now())).toBeNull();
  const { token: others } = await authAnswer(ctx, other, false);
  expect(await callerOf(ctx.db, byHeader(others), now())).not.toBeNull();
});

test.each([
  ['disabled', 'auth.accountDisabled', { state: 'Disabled' as const }],
  ['being deleted', 'auth.loginFailed', { deletingAt: new Date() }],
])('an account that is %s is out at once, and told so who knows its password: %s', async (_, code, data) => {
  const { ctx, viewer, token } = await signInPerson();
  await ctx.db.account.update({ where: { id: viewer.id }, data });
  expect(await callerOf(ctx.db, byHeader(token), now())).toBeNull();
  const stranger = openContext({ now: now() });
  const account = viewer.login;
  await expect(signIn(stranger, { account, password })).rejects.toMatchObject({ code });
  const wrong = signIn(stranger, { account, password: 'wrong' });
  await expect(wrong).rejects.toMatchObject({ code: 'auth.loginFailed' });
});

test('a demoted admin is none with the next request', async () => {
  const { ctx, viewer, token } = await signInPerson();
  await ctx.db.account.update({ where: { id: viewer.id }, data: { admin: true } });
  expect((await callerOf(ctx.db, byHeader(token), now()))?.viewer.admin).toBe(true);
  await ctx.db.account.update({ where: { id: viewer.id }, data: { admin: false } });
  expect((await callerOf(ctx.db, byHeader(token), now()))?.viewer.admin).toBe(false);
});

test('a session ends after ninety days, however fresh its token', async () => {
  const { ctx, viewer } = await signInPerson();
  const later = new Date(Date.now() + 91 * day);
  const { token } = (await refreshSession({ ...ctx, viewer, now: later })).answer;
  expect(await callerOf(ctx.db, byHeader(token), later)).toBeNull();
  const { endsAt } = await ctx.db.session.findUniqueOrThrow({ where: { id: viewer.sessionId } });
  const almost = new Date(endsAt.getTime() - 1);
  const { token: last } = (await refreshSession({ ...ctx, viewer, now: almost })).answer;
  expect(await callerOf(ctx.db, byHeader(last), almost)).not.toBeNull();
});

test('a session that is kept may be idle for a month, any other for minutes', async () => {
  const kept = await signInPerson(true);
  const other = await signInPerson();
  const lunch = new Date(Date.now() + 11 * 60_000);
  expect(await callerOf(other.ctx.db, byCookie(other.token), lunch)).toBeNull();
  for (const at of [lunch, inDays(29.9)]) {
    expect(await callerOf(kept.ctx.db, byCookie(kept.token), at)).toEqual({
      viewer: kept.viewer,
      carrier: 'cookie',
    });
  }
  expect(await callerOf(kept.ctx.db, byCookie(kept.token), inDays(30.1))).toBeNull();
});

test('a refresh begins the month anew, and says how soon the next one is due, as ever', async () => {
  const { ctx, viewer, token } = await signInPerson(true);
  const { isKept, answer } = await refreshSession({ ...ctx, now: inDays(20) });
  expect({ isKept, validMs: answer.validMs }).toEqual({ isKept: true, validMs: ctx.config.SESSION_VALID });
  expect(await callerOf(ctx.db, byCookie(answer.token), inDays(45))).toMatchObject({ viewer });
  expect(await callerOf(ctx.db, byCookie(token), inDays(45))).toBeNull();
});

test('a session that is kept ends with signing out, and for a disabled account', async () => {
  const { ctx, token } = await signInPerson(true);
  await signOut(ctx);
  expect(await callerOf(ctx.db, byCookie(token), now())).toBeNull();
  const other = await signInPerson(true);
  await other.ctx.db.account.update({ where: { id: other.viewer.id }, data: { state: 'Disabled' } });
  expect(await callerOf(other.ctx.db, byCookie(other.token), now())).toBeNull();
});

test('a token that lasts longer than its session was refreshed for opens nothing then', async () => {
  const { ctx, viewer } = await signInPerson();
  const lapsed = new Date(Date.now() + sessionIdleMs(false) + 1000);
  const until = new Date(lapsed.getTime() + 60_000);
  const token = await issueToken('session', { sid: viewer.sessionId }, until, now());
  expect(await callerOf(ctx.db, byHeader(token), now())).not.toBeNull();
  expect(await callerOf(ctx.db, byHeader(token), lapsed)).toBeNull();
});

test('login takes case and width lightly, and refuses all else in the same words', async () => {
  const { viewer } = await signInPerson();
  const ctx = openContext({ now: now() });
  const loud = viewer.login.toUpperCase();
  await expect(signIn(ctx, { account: ` ${loud} `, password })).resolves.toHaveProperty('id', viewer.id);
  const refused = { code: 'auth.loginFailed', values: {} };
  const wrong = [
    { account: viewer.login, password: 'wrong' },
    { account: viewer.login, password: `${password}\0` },
    { account: 'nobody-here', password },
    { account: 'nul\0', password },
    { account: '', password: '' },
  ];
  for (const given of wrong) await expect(signIn(ctx, given)).rejects.toMatchObject(refused);
});

test('an account that another source vouches for has no password here', async () => {
  const { ctx, viewer } = await signInPerson();
  await ctx.db.account.update({ where: { id: viewer.id }, data: { source: 'oauth:x', subject: viewer.id } });
  await expect(
    signIn(openContext({ now: now() }), { account: viewer.login, password }),
  ).rejects.toMatchObject({ code: 'auth.loginFailed' });
});
