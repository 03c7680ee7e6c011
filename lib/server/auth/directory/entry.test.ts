import { expect, test } from 'vitest';
import { escapedForFilter, filledFilter, identityOf, isSameGroup } from './entry';

test.each([
  ['carol', 'carol'],
  ['*)(uid=*', '\\2a\\29\\28uid=\\2a'],
  ['a\\b', 'a\\5cb'],
  ['a\0b', 'a\\00b'],
  ['Jürgen 木', 'Jürgen 木'],
])('in a filter %s is %s', (given, escaped) => {
  expect(escapedForFilter(given)).toBe(escaped);
  expect(filledFilter('(|(uid={login})(mail={login}))', { login: given })).toBe(
    `(|(uid=${escaped})(mail=${escaped}))`,
  );
});

test('typed text is filled in once, even if it looks like a placeholder', () => {
  expect(filledFilter('(&(uid={login})(member={dn}))', { login: '{dn}', dn: 'x' })).toBe(
    '(&(uid={dn})(member=x))',
  );
});

const admins = 'CN=Admins,OU=Groups,DC=example,DC=org';
test.each([
  [admins, 'admins', true],
  [admins, 'Admins', true],
  [admins, 'cn=admins, ou=groups, dc=example, dc=org', true],
  [admins, 'cn=admins,ou=others,dc=example,dc=org', false],
  [admins, 'groups', false],
  [admins, 'admin', false],
  ['cn=Lab\\, north,dc=example', 'Lab, north', true],
  ['cn=Lab\\2C north,dc=example', 'Lab, north', true],
  ['cn=B\\c3\\bcro,dc=example', 'büro', true],
  ['cn=a\\,cn=admins,dc=example', 'admins', false],
  ['staff', 'staff', true],
])('the group %s is %s: %s', (group, rule, isSame) => {
  expect(isSameGroup(group, rule)).toBe(isSame);
});

const uuid = '6a4a0e5c-0f5a-4f2e-9a5a-1c2d3e4f5a6b';
const given = { groups: [], typed: 'typed', rules: {} };
test.each([
  ['entryUUID', { entryUUID: uuid.toUpperCase(), uid: 'Carol' }, uuid, 'carol'],
  ['its name in small letters', { entryuuid: uuid, uid: ['carol', 'c2'] }, uuid, 'carol'],
  ['objectGUID', { objectGUID: Buffer.from([0xff, 0, 0x0a]), sAMAccountName: 'Carol' }, 'ff000a', 'carol'],
  ['ipaUniqueID', { ipaUniqueID: uuid, uid: 'carol' }, uuid, 'carol'],
  ['nsUniqueId', { nsUniqueId: 'A1-B2', uid: 'carol' }, 'a1-b2', 'carol'],
  ['GUID', { GUID: Buffer.from('abcd'), uid: 'carol' }, '61626364', 'carol'],
  ['objectSid', { objectSid: Buffer.from([1, 5]), sAMAccountName: 'carol' }, '0105', 'carol'],
  [
    'the first of several ids',
    { objectSid: Buffer.from([1]), nsUniqueId: 'n', entryUUID: uuid },
    uuid,
    'typed',
  ],
  ['no name', { entryUUID: uuid }, uuid, 'typed'],
  ['a name that is no login', { entryUUID: uuid, uid: 'Jürgen Groß' }, uuid, 'jurgengro@ldap'],
])('a person by %s', (_what, entry, subject, login) => {
  const person = identityOf({ dn: 'uid=x', ...entry }, given);
  expect(person).toMatchObject({ source: 'ldap', subject, email: null });
  expect(person.login(1)).toBe(login);
  expect(person.login(2)).toMatch(/-2@ldap$/);
});

test.each([{}, { entryUUID: [] }, { objectGUID: Buffer.alloc(0) }, { objectGUID: [] }])(
  'an entry without an unchanging id is nobody: %j',
  (entry) => {
    expect(() => identityOf({ dn: 'uid=x', uid: 'x', ...entry }, given)).toThrow(
      'uid=x has no ID that stays',
    );
  },
);

test.each([
  ['uidNumber', { uidNumber: Buffer.from('5001'), uid: 'carol', entryUUID: uuid }, '5001', 'carol'],
  ['uid', { uid: Buffer.from('9F86D0'), sAMAccountName: 'carol' }, '9f86d0', 'carol'],
  ['mS-DS-ConsistencyGuid', { 'mS-DS-ConsistencyGuid': Buffer.from([0xff, 1]) }, 'ff01', 'typed'],
  ['OBJECTGUID', { objectGUID: Buffer.from('abcd') }, '61626364', 'typed'],
])('LDAP_ID=%s alone says who a person is, and is no name', (idAttribute, entry, subject, login) => {
  const person = identityOf({ dn: 'uid=x', ...entry }, { ...given, idAttribute });
  expect([person.subject, person.login(1)]).toEqual([subject, login]);
  expect(() => identityOf({ dn: 'uid=x', objectSid: 'x' }, { ...given, idAttribute })).toThrow(idAttribute);
});
