import { expect, test } from 'vitest';
import type { Provider } from '@/lib/server/config/provider';
import { personOf } from './claims';

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

test('groups and addresses that decide are those of the claim that was named', () => {
  const rules = { groupsKey: 'groups', adminGroups: ['bosses'], allowedDomains: ['example.org'] };
  const said = { sub: 'a', email: 'a@example.org', groups: { bosses: {} } };
  expect(personOf({ ...idp, ...rules }, said).admission).toEqual({
    groups: ['bosses'],
    isAdmin: true,
    refusal: null,
  });
  const deep = { sub: 'a', profile: { email: 'a@example.org', groups: ['bosses'] } };
  expect(personOf({ ...idp, ...rules }, deep).admission).toMatchObject({
    groups: [],
    isAdmin: false,
    refusal: { reason: 'refused: not in allowedDomains; has: []' },
  });
});

test.each([
  [true, true],
  ['true', true],
  ['false', false],
  [false, false],
  [undefined, false],
  [1, false],
])('an address whose email_verified is %s: %s', (email_verified, isIn) => {
  const said = { sub: 'a', email: 'a@example.org', email_verified };
  const { admission } = personOf({ ...idp, requireVerifiedEmail: true }, said);
  expect(admission?.refusal === null).toBe(isIn);
});

test('groups that Entra ID left out because they are too many are no empty list', () => {
  const said = { sub: 'a', _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } };
  expect(() => personOf({ ...idp, groupsKey: 'groups' }, said)).toThrow('auth.providerUnclear');
  expect(personOf(idp, said).admission).toMatchObject({ groups: [], isAdmin: null, refusal: null });
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
