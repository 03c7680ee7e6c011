import { expect, test } from 'vitest';
import { claimAt, namesIn, valueAt } from './claim-values';

const urn = 'urn:zitadel:iam:org:project:roles';

test.each<[what: string, claims: unknown, key: string, found: unknown]>([
  ['its name', { groups: ['a'] }, 'groups', ['a']],
  ['a path', { realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  [
    'a path through a name with dots',
    { resource_access: { 'my.app': { roles: ['a'] } } },
    'resource_access.my.app.roles',
    ['a'],
  ],
  ['a URN', { [urn]: { admin: {} } }, urn, { admin: {} }],
  ['a URL', { 'https://example.org/groups': ['a'] }, 'https://example.org/groups', ['a']],
  ['a name that looks like a path, before the path', { 'a.b': 1, a: { b: 2 } }, 'a.b', 1],
  ['nothing: it is deeper', { profile: { groups: ['a'] } }, 'groups', undefined],
  ['nothing: it is missing', {}, 'groups', undefined],
  ['nothing: it is every object’s', {}, 'constructor.name', undefined],
  ['nothing: a text has no keys', { groups: 'abc' }, 'groups.length', undefined],
  ['nothing: null', null, 'groups', undefined],
])('a claim is found by %s', (_what, claims, key, found) => {
  expect(claimAt(claims, key)).toEqual(found);
});

const long = 'x'.repeat(256);
test.each<[what: string, claim: unknown, names: string[]]>([
  ['missing', undefined, []],
  ['null', null, []],
  ['a text', 'staff', ['staff']],
  ['a text with blanks and commas, which is one name', 'staff, makers', ['staff, makers']],
  ['an empty text', '', []],
  ['a list', ['b', 'a', 'b'], ['a', 'b']],
  ['a number', 17, ['17']],
  ['numbers, and what is none', [1, 2.5, Number.NaN, true], ['1']],
  ['nested', [['admin'], { name: 'admin' }, 'staff'], ['staff']],
  ['a map', { admin: { '17': 'example.org' }, staff: true }, ['admin', 'staff']],
  ['a map that says no', { admin: false, boss: null, staff: {} }, ['staff']],
  ['an empty map', {}, []],
  ['true', true, []],
  ['names that no row can hold', ['a\0b', '\ud800', long, 'é'], ['é']],
])('names in a claim that is %s', (_what, claim, names) => {
  expect(namesIn(claim)).toEqual(names);
});

test('of 200 groups none is left out', () => {
  expect(namesIn(Array.from({ length: 200 }, (_, n) => `group ${n}`))).toHaveLength(200);
});

test('a value is the nearest to the top, so that nothing below can stand in for it', () => {
  expect(valueAt({ nested: { id: 'theirs' }, id: 'mine' }, 'id')).toBe('mine');
  expect(valueAt({ ocs: { data: [{ id: 'deep' }] } }, 'id')).toBe('deep');
  expect(valueAt({ id: { id: 'inner' } }, 'id')).toBe('inner');
  expect(valueAt({ id: '', other: true }, 'id')).toBeNull();
  expect(valueAt({}, 'constructor')).toBeNull();
  expect(valueAt({ ocs: { data: { email: 'a@example.org' } } }, 'ocs.data.email')).toBe('a@example.org');
});
