import { expect, test } from 'vitest';
import { isToBeWritten } from './use-search-in-url';

test('what is searched for here is written into the URL', () => {
  expect(isToBeWritten('?q=ada', { known: '', present: '' })).toBe(true);
  expect(isToBeWritten('', { known: 'q=ada', present: '?q=ada' })).toBe(true);
  expect(isToBeWritten('?q=ada', { known: 'q=ada', present: '?q=ada' })).toBe(false);
});

test('what came from the URL is not written over a page that was gone back to meanwhile', () => {
  expect(isToBeWritten('', { known: '', present: '?event=share.create' })).toBe(false);
});

test('what can’t be a filter leaves the URL', () => {
  expect(isToBeWritten('', { known: 'event=bogus', present: '?event=bogus' })).toBe(true);
});
