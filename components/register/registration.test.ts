import { expect, test } from 'vitest';
import { paths } from '@/lib/paths';
import { inviteIn, problemsOf } from './registration';

const good = { login: 'grace', email: '', password: 'correct horse', repeat: 'correct horse', invite: '' };
const rules = { needsInvite: false, needsEmail: false, flaw: null };
const found = (over: Partial<typeof good>, more: Partial<Parameters<typeof problemsOf>[1]> = {}) =>
  problemsOf({ ...good, ...over }, { ...rules, ...more }).map(({ at, problem }) => `${at} ${problem}`);

test('a proper registration has no problems, and needs a key only where keys are asked for', () => {
  expect(found({})).toEqual([]);
  expect(found({}, { needsInvite: true })).toEqual(['invite invite']);
  expect(found({ invite: ' ' }, { needsInvite: true })).toEqual(['invite invite']);
  expect(found({ invite: 'key' }, { needsInvite: true })).toEqual([]);
});

test('every empty field is told', () => {
  expect(found({ login: '', password: '', repeat: '' })).toEqual([
    'login required',
    'password required',
    'repeat required',
  ]);
  expect(found({ repeat: '' })).toEqual(['repeat required']);
  expect(found({}, { needsEmail: true })).toEqual(['email required']);
});

test('everything that is wrong is told together', () => {
  expect(found({ login: 'a b', repeat: 'other' }, { needsInvite: true, flaw: 'common' })).toEqual([
    'login login',
    'password common',
    'repeat mismatch',
    'invite invite',
  ]);
});

test('the login may be typed in capitals, for it is one spelling all the same', () => {
  expect(found({ login: ' Grace ' })).toEqual([]);
});

test('the link of an invite carries its key behind the sign that browsers don’t send', () => {
  const link = new URL(paths.registerWith('a+b=c'), 'https://files.example');
  expect(link.search).toBe('');
  expect(inviteIn(link.hash)).toEqual({ key: 'a+b=c', isMailed: false });
  expect(inviteIn('')).toEqual({ key: '', isMailed: false });
  expect(inviteIn('#invite')).toEqual({ key: '', isMailed: false });
  const mailed = new URL(paths.registerMailed('abc'), 'https://files.example');
  expect([mailed.search, inviteIn(mailed.hash)]).toEqual(['', { key: 'abc', isMailed: true }]);
});
