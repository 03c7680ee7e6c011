import { expect, test } from 'vitest';
import { accessTokensIn, newAccessToken, readAccessToken } from './tokens';

test('an access token has the form that scanners for secrets look for, and leads back to its row', () => {
  const { token, sessionId, secretHash } = newAccessToken();
  expect(token).toMatch(/^slw_[0-9A-Za-z]{50}$/);
  expect(token.startsWith(sessionId)).toBe(true);
  expect(sessionId).toHaveLength(16);
  expect(secretHash).not.toContain(token.slice(16));
  expect(readAccessToken(token)).toEqual({ sessionId, secretHash });
});

test('a token that is cut off, extended or changed is refused', () => {
  const { token } = newAccessToken();
  const other = token.endsWith('0') ? '1' : '0';
  for (const text of [token.slice(0, -1), `${token}0`, ` ${token}`, token.slice(0, -1) + other, 'slw_', '']) {
    expect(readAccessToken(text), text).toBeNull();
  }
});

test('a thousand of them differ from the first letter on', () => {
  const made = Array.from({ length: 1000 }, () => newAccessToken());
  expect(new Set(made.map(({ sessionId }) => sessionId)).size).toBe(1000);
  expect(new Set(made.map(({ secretHash }) => secretHash)).size).toBe(1000);
});

test('they are found in an address, and nothing else is', () => {
  const { token } = newAccessToken();
  expect(accessTokensIn(`/app/uploads?q=${token}&page=2`)).toEqual([token]);
  expect(accessTokensIn('/app/uploads?q=slw_holiday')).toEqual([]);
});
