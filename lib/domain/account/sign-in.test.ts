import { expect, test } from 'vitest';
import { automaticSignIn, externalLogin, returnPath } from './sign-in';

const none = { oauthOnly: false, oauthAutoRedirect: true, oauthConfig: [], proxyOnly: false };
const [idp, hub] = [{ id: 'idp' }, { id: 'hub' }];
const one = { ...none, oauthOnly: true, oauthConfig: [idp] };

test('the only provider is gone to at once, unless the operator or another way in is against it', () => {
  expect(automaticSignIn(one)).toEqual({ provider: idp });
  expect(automaticSignIn({ ...one, oauthAutoRedirect: false })).toBeNull();
  expect(automaticSignIn({ ...one, oauthConfig: [idp, hub] })).toBeNull();
  expect(automaticSignIn({ ...one, oauthOnly: false })).toBeNull();
  expect(automaticSignIn(none)).toBeNull();
});

test('a proxy that is the only way in is asked at once', () => {
  expect(automaticSignIn({ ...none, proxyOnly: true })).toBe('proxy');
});

test('a login is what the provider says and who says it, in characters that logins have', () => {
  expect(externalLogin('carol', 'idp')).toBe('carol@idp');
  expect(externalLogin('Carol Lee/7', 'GitHub')).toBe('carollee7@github');
  expect(externalLogin('carol@example.org', 'idp')).toBe('carol@example.org@idp');
  expect(externalLogin('Jürgen', 'idp')).toBe('jurgen@idp');
  expect(externalLogin('кэрол', 'idp')).toBe('user@idp');
});

test('a later one of the same spelling is numbered, and no login is too long', () => {
  expect(externalLogin('carol', 'idp', 2)).toBe('carol-2@idp');
  const long = externalLogin('x'.repeat(200), 'idp', 3);
  expect(long).toHaveLength(60);
  expect(long).toMatch(/x-3@idp$/);
});

test.each([
  '/app',
  '/app/home',
  '/app/uploads?q=plans',
  '/app/upload/9tKx-4mQp#files',
  '/app/uploads?q=%2F%2Fexample.org',
])('after signing in the way goes on to %s', (path) => {
  expect(returnPath(path)).toBe(path);
});

test.each([
  ['another site', 'https://example.org/app/home'],
  ['another site without a scheme', '//example.org/app'],
  ['another site after our prefix', '/app//example.org'],
  ['a backslash that browsers read as a slash', '/app/\\example.org'],
  ['a backslash at the start', '\\\\example.org/app'],
  ['a script', 'javascript:alert(1)'],
  ['a path beside the screens', '/api/v2/open/info/version'],
  ['a path that only begins alike', '/apple'],
  ['a way out of the screens', '/app/../api/auth/signout'],
  ['an encoded way out', '/app/%2E%2e/api/auth/signout'],
  ['a line break', '/app/home\nSet-Cookie: a=b'],
  ['a tab that browsers drop', '/app/\t/example.org'],
  ['a control character of the second block', '/app/\u0085'],
  ['the login page itself', '/app/login?r=%2Fapp%2Fhome'],
  ['something endless', `/app/${'a'.repeat(3000)}`],
  ['nothing', undefined],
  ['several values', ['/app/home', '/app/uploads']],
])('%s is no place to return to', (_, given) => {
  expect(returnPath(given)).toBeNull();
});
