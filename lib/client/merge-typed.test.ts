import { expect, test } from 'vitest';
import { mergeTyped } from './merge-typed';

test('text typed while a form is saved stays, and the rest is what was saved', () => {
  const sent = { name: 'Mine', note: 'a', on: true };
  const saved = { name: 'Mine', note: 'a', on: false };
  expect(mergeTyped({ ...sent, note: 'ab' }, sent, saved)).toEqual({ name: 'Mine', note: 'ab', on: false });
  expect(mergeTyped(sent, sent, saved)).toEqual(saved);
});
