import { expect, test } from 'vitest';
import { emptyDraft, limitsOf, problemsOf } from './account-draft';

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

test('limits are sizes and counts; empty ones are the installation’s', () => {
  const limits = { maxSize: ' 1.5g ', maxFiles: '0' };
  expect(limitsOf({ ...whole, ...limits })).toEqual({ maxBytes: 1_610_612_736, maxFiles: 0 });
  expect(limitsOf(whole)).toEqual({ maxBytes: null, maxFiles: null });
  expect(problemsOf({ ...whole, ...limits }, { isNew: true })).toEqual({});
  expect(problemsOf({ ...whole, maxSize: 'much', maxFiles: '1.5' }, { isNew: true })).toEqual({
    maxSize: 'sizeWrong',
    maxFiles: 'filesWrong',
  });
});
