import { expect, test } from 'vitest';
import { maxSearchChars } from './limits';
import { readSearchWords } from './list-view';

test('words that a database can’t hold leave a list’s URL, and the rest stays', () => {
  expect(readSearchWords('pl\0ans 🚢')).toBe('plans 🚢');
  expect(readSearchWords('\udea2plans\ud83d')).toBe('plans');
  expect(readSearchWords(`${'x'.repeat(maxSearchChars - 1)}🚢`)).toBe('x'.repeat(maxSearchChars - 1));
  expect(readSearchWords(['a', 'b'])).toBe('');
});
