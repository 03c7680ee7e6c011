import { expect, test } from 'vitest';
import { rebased } from './rebased';

test('what is typed while a form is saved stays, and the rest is what was saved', () => {
  const sent = { name: 'Mine', note: 'a', on: true };
  const saved = { name: 'Mine', note: 'a', on: false };
  expect(rebased({ ...sent, note: 'ab' }, sent, saved)).toEqual({ name: 'Mine', note: 'ab', on: false });
  expect(rebased(sent, sent, saved)).toEqual(saved);
});
