import { expect, test } from 'vitest';
import type { Provider } from '@/lib/server/config/provider';
import { personOf, valueAt } from './claims';

const common = { name: 'A provider', icon: null, clientId: 'c', clientSecret: 's' };
const idp: Provider = { ...common, id: 'idp', scope: 'openid', issuer: 'https://idp.example' };
const hub: Provider = {
  ...common,
  id: 'hub',
  scope: '',
  authorizeUrl: 'https://hub.example/a',
  tokenUrl: 'https://hub.example/t',
  userUrl: 'https://hub.example/u',
  userIdKey: 'id',
};

test('OpenID Connect: the subject is the key, the preferred name becomes the login', () => {
  const claims = { sub: '8f3c', preferred_username: 'Carol', email: 'carol@example.org' };
  const person = personOf(idp, claims);
  expect(person).toMatchObject({ source: 'oauth:idp', subject: '8f3c', email: 'carol@example.org' });
  expect([person.login(1), person.login(2)]).toEqual(['carol@idp', 'carol-2@idp']);
  expect(personOf(idp, { sub: '8f3c' }).login(1)).toBe('8f3c@idp');
  expect(personOf({ ...idp, userIdKey: 'sub' }, claims).login(1)).toBe('8f3c@idp');
});

test('an address that the provider has not checked, or that is none, is left out', () => {
  expect(personOf(idp, { sub: 'a', email: 'a@example.org', email_verified: false }).email).toBeNull();
  expect(personOf(idp, { sub: 'a', email: 'a@b@c' }).email).toBeNull();
  expect(personOf(hub, { id: 1, email: 'a@example.org' }).email).toBeNull();
  expect(personOf({ ...hub, userEmailKey: 'email' }, { id: 1, email: 'a@example.org' }).email).toBe(
    'a@example.org',
  );
});

test('plain OAuth2: ids may be numbers, and the login may come from elsewhere', () => {
  const said = { id: 583231, login: 'octocat', plan: { id: 1 } };
  expect(personOf(hub, said)).toMatchObject({ subject: '583231' });
  expect(personOf({ ...hub, userNameKey: 'login' }, said).login(1)).toBe('octocat@hub');
});

test('a value is the nearest to the top, so that nothing below can stand in for it', () => {
  expect(valueAt({ nested: { id: 'theirs' }, id: 'mine' }, 'id')).toBe('mine');
  expect(valueAt({ ocs: { data: [{ id: 'deep' }] } }, 'id')).toBe('deep');
  expect(valueAt({ id: { id: 'inner' } }, 'id')).toBe('inner');
  expect(valueAt({ id: '', other: true }, 'id')).toBeNull();
  expect(valueAt({}, 'constructor')).toBeNull();
});

test('nobody is let in whom the provider does not name', () => {
  for (const said of [
    {},
    { sub: '' },
    { sub: null },
    { sub: true },
    { sub: 'a\0b' },
    { sub: 'x'.repeat(256) },
  ]) {
    expect(() => personOf(idp, said)).toThrow('auth.providerUnclear');
  }
});
