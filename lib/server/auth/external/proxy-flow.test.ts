import { expect, test } from 'vitest';
import { cookieNames } from '@/lib/contract/http/names';
import { callerOf } from '@/lib/server/auth/caller';
import { openToken } from '@/lib/server/auth/tokens';
import { openContext } from '@/testing/service/context';
import { enterThroughProxy } from './proxy-flow';

function proxied(over = {}) {
  const { config, ...rest } = openContext({ now: new Date() });
  return { ...rest, config: { ...config, PROXY_AUTH: true, ...over } };
}

const newUser = () => `x${Date.now().toString(36)}${Math.round(performance.now() * 1000)}`;
const liveOf = (id: string) => openContext().db.session.count({ where: { accountId: id, revokedAt: null } });

test.each([
  ['ends with the browser', false],
  ['is kept', true],
])('whom a proxy names gets one session, whose cookie NextAuth seals and %s', async (_what, isKept) => {
  const ctx = proxied();
  const user = newUser();
  const { viewer, cookie } = await enterThroughProxy(ctx, { user, email: `${user}@example.org` }, isKept);
  expect(viewer).toMatchObject({ login: user, admin: false });
  expect(await liveOf(viewer.id)).toBe(1);
  const [pair = ''] = cookie.split(';');
  const token = pair.slice(cookieNames.auth.length + 1);
  expect(await openToken('session', token, new Date())).toMatchObject({ sid: viewer.sessionId });
  const headers = new Headers({ cookie: pair });
  expect(await callerOf(ctx.db, headers, new Date())).toMatchObject({
    viewer: { login: user },
    carrier: 'cookie',
  });
  expect(cookie).toMatch(/HttpOnly/i);
  expect(/expires=/i.test(cookie)).toBe(isKept);
});

test.each([
  ['no trusted proxy names anybody', {}, null, 'auth.proxyRefused'],
  ['a proxy names nobody', {}, { user: ' ', email: null }, 'auth.proxyRefused'],
  ['sign-in by a proxy is off', { PROXY_AUTH: false }, { user: newUser(), email: null }, 'auth.proxyRefused'],
  ['the name is no login', {}, { user: 'a\u202eb', email: null }, 'auth.proxyNameUnusable'],
  [
    'nobody new may come',
    { EXTERNAL_SIGNUP: 'closed' },
    { user: newUser(), email: null },
    'auth.externalSignupClosed',
  ],
])('where %s, NextAuth makes no session and the reason is told', async (_what, over, person, code) => {
  await expect(enterThroughProxy(proxied(over), person, false)).rejects.toMatchObject({ code });
});
