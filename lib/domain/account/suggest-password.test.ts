import { expect, test } from 'vitest';
import { suggestPassword } from './suggest-password';

test('a suggestion reads in groups of four and uses no look-alikes', () => {
  const suggested = suggestPassword((bytes) => crypto.getRandomValues(bytes));
  expect(suggested).toMatch(/^[a-zA-Z3-9]{4}(-[a-zA-Z3-9]{4}){3}$/);
  expect(suggested).not.toMatch(/[0Oo1lI]/);
});

test('bytes that would favour some letters are thrown away', () => {
  let round = 0;
  const fill = (bytes: Uint8Array) => bytes.fill(round++ === 0 ? 255 : 0);
  expect(suggestPassword(fill)).toBe('aaaa-aaaa-aaaa-aaaa');
  expect(round).toBe(2);
});
