import { expect, test } from 'vitest';
import { accountViewSearch, parseAccountView, sortedBy } from './account-view';

const start = { q: '', page: 1, sort: 'login', order: 'asc' } as const;

test('a view and its URL say the same', () => {
  const view = { q: 'a&b', page: 3, sort: 'lastLogin', order: 'desc' } as const;
  expect(parseAccountView(Object.fromEntries(new URLSearchParams(accountViewSearch(view))))).toEqual(view);
  expect(accountViewSearch(start)).toBe('');
  expect(parseAccountView({})).toEqual(start);
});

test('a URL with impossible values shows the default view', () => {
  expect(parseAccountView({ sort: 'passwordHash' })).toEqual(start);
  expect(parseAccountView({ q: ['a', 'b'] })).toEqual(start);
  expect(parseAccountView({ page: '-1' })).toEqual(start);
});

test('names start at A, numbers with the highest, and the same column again reverses the order', () => {
  const byShares = sortedBy({ ...start, page: 7 }, 'shares');
  expect(byShares).toEqual({ ...start, sort: 'shares', order: 'desc' });
  expect(sortedBy(byShares, 'shares').order).toBe('asc');
  expect(sortedBy(byShares, 'source').order).toBe('asc');
});
