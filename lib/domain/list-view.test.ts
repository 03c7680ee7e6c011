import { expect, test } from 'vitest';
import { maxSearchChars } from './limits';
import { searchWordsIn } from './list-view';

test('words that a database can’t hold leave a list’s URL, and the rest stays', () => {
  expect(searchWordsIn('pl\0ans 🚢')).toBe('plans 🚢');
  expect(searchWordsIn('\udea2plans\ud83d')).toBe('plans');
  expect(searchWordsIn(`${'x'.repeat(maxSearchChars - 1)}🚢`)).toBe('x'.repeat(maxSearchChars - 1));
  expect(searchWordsIn(['a', 'b'])).toBe('');
});
