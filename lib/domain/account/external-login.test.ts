import { expect, test } from 'vitest';
import { externalLogin } from './external-login';

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
