import { expect, test } from 'vitest';
import { claimAt, groupsIn, namesIn, valueAt } from './claim-values';

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

test('none of 200 groups is lost', () => {
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

const objects = [{ name: 'a', id: 1 }, { value: 'b', display: 'B' }, { id: 3 }, 'd'];
test.each<[what: string, claim: unknown, names: string[], unnamed: number]>([
  ['a list', ['b', 'a'], ['a', 'b'], 0],
  ['a text', 'staff', ['staff'], 0],
  ['names between commas', 'staff, makers,', ['makers', 'staff'], 0],
  ['names between commas and brackets', '[staff, makers]', ['makers', 'staff'], 0],
  ['JSON in a text', '["staff", "makers, all"]', ['makers, all', 'staff'], 0],
  ['a map in a text', '{"staff": {}, "makers": false}', ['staff'], 0],
  ['a DN, whose commas are its own', 'cn=staff,dc=example', ['cn=staff,dc=example'], 0],
  ['an empty text', ' ', [], 0],
  ['empty brackets', '[]', [], 0],
  ['objects by name, value or id', objects, ['3', 'a', 'b', 'd'], 0],
  ['objects without a name, which are counted', [{ label: 'a' }, {}, null, 'd'], ['d'], 3],
  ['a map', { staff: {}, makers: null }, ['staff'], 0],
  ['missing', undefined, [], 0],
])('a provider’s groups may be %s', (_what, claim, names, unnamed) => {
  expect(groupsIn(claim)).toEqual({ names, unnamed });
});
