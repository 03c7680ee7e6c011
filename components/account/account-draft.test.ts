import { expect, test } from 'vitest';
import { emptyDraft, problemsOf } from './account-draft';

const whole = { ...emptyDraft, login: 'Ada.L', email: ' ada@lovelace.example ', password: 'engine-1843' };

test('a whole draft has no problem, and needs no e-mail', () => {
  expect(problemsOf(whole, { isNew: true })).toEqual({});
  expect(problemsOf({ ...whole, email: '' }, { isNew: true })).toEqual({});
});

test('a new account needs a login and a password, a present one keeps the password it has', () => {
  const bare = { ...whole, login: '  ', password: '' };
  expect(problemsOf(bare, { isNew: true })).toEqual({ login: 'loginMissing', password: 'passwordMissing' });
  expect(problemsOf({ ...whole, password: '' }, { isNew: false })).toEqual({});
});

test('each field says what it can’t be', () => {
  const wrong = { ...whole, login: 'ada lovelace', email: 'ada@', password: 'short' };
  const named = { login: 'loginWrong', email: 'emailWrong', password: 'passwordShort' };
  expect(problemsOf(wrong, { isNew: true })).toEqual(named);
  expect(problemsOf({ ...whole, password: 'x'.repeat(1025) }, { isNew: false })).toEqual({
    password: 'passwordWrong',
  });
});
