import { expect, test } from 'vitest';
import { CallError } from '@/lib/client/call/call';
import { changeOf, emptyAlias, problemsOf, refusedField, selectableMembers, valuesOf } from './alias-rules';

const day = 24 * 3600 * 1000;
const bounds = { maxValidity: 365 * day, defaultValidity: 7 * day };
const blank = emptyAlias(bounds);
const refused = (code: CallError['code'], message = '') => new CallError('refused', message, { code });

test('a new alias is on, lives as long as the installation says, and leaves its id to the server', () => {
  expect(changeOf({ ...blank, name: ' Scans ' })).toEqual({
    id: null,
    name: 'Scans',
    enabled: true,
    validity: 7 * day,
    members: [],
  });
});

test('members go by their ids', () => {
  expect(changeOf({ ...blank, members: [{ id: 'g-1', login: 'grace' }] }).members).toEqual(['g-1']);
});

test('members found for an earlier text are offered if they match the present one, and each once', () => {
  const person = (login: string) => ({ id: `id-${login}`, login });
  const [ada, grace, adam] = [person('ada'), person('grace'), person('adam')];
  expect(selectableMembers([ada, grace, adam], [], 'AD')).toEqual([ada, adam]);
  expect(selectableMembers([ada, grace, adam], [ada], 'ad')).toEqual([adam]);
  expect(selectableMembers([grace], [], 'linus')).toEqual([]);
});

test('a name is needed, an id is not', () => {
  expect(problemsOf({ ...blank, name: ' ' })).toEqual({ name: 'blank' });
  expect(problemsOf({ ...blank, name: 'Scans' })).toEqual({});
});

test.each([
  ['abc', 'tooShort'],
  ['a b c d', 'alphabet'],
  ['ä', 'alphabet'],
  ['abcd/', 'alphabet'],
])('the id %s is found to be wrong before the server is asked', (id, problem) => {
  expect(problemsOf({ ...blank, name: 'Scans', id })).toEqual({ id: problem });
});

test('a validity above a lowered maximum becomes one that can be saved', () => {
  const stored = {
    ...blank,
    id: 'a-1',
    ownerId: 'o-1',
    owner: 'ada',
    created: 0,
    members: { items: [] },
    keyFingerprint: null,
  };
  expect(valuesOf({ ...stored, validity: 3.5 * day }, bounds).validityMs).toBe(4 * day);
  expect(valuesOf({ ...stored, validity: 730 * day }, bounds).validityMs).toBe(365 * day);
});

test('a refusal is at the field it is about', () => {
  expect(refusedField(refused('alias.idTaken'))).toBe('id');
  expect(refusedField(refused('share.validityTooLong'))).toBe('validity');
  expect(refusedField(refused('request.invalid', 'members: names an account that doesn’t exist.'))).toBe(
    'members',
  );
  expect(refusedField(refused('alias.notOwner'))).toBeNull();
  expect(refusedField(new CallError('network', 'no answer'))).toBeNull();
});
