import { expect, test } from 'vitest';
import { accountViewSearch, parseAccountView, sortedBy } from './account-view';

const start = { q: '', page: 1, sort: 'login', order: 'asc' } as const;

test('a view and its URL say the same', () => {
  const view = { q: 'a&b', page: 3, sort: 'lastLogin', order: 'desc' } as const;
  expect(parseAccountView(Object.fromEntries(new URLSearchParams(accountViewSearch(view))))).toEqual(view);
  expect(accountViewSearch(start)).toBe('');
  expect(parseAccountView({})).toEqual(start);
});

test('a URL that asks for the impossible shows the list as it begins', () => {
  expect(parseAccountView({ sort: 'passwordHash' })).toEqual(start);
  expect(parseAccountView({ q: ['a', 'b'] })).toEqual(start);
  expect(parseAccountView({ page: '-1' })).toEqual(start);
});

test('names begin at A, numbers with the most, and the same column again turns around', () => {
  const byShares = sortedBy({ ...start, page: 7 }, 'shares');
  expect(byShares).toEqual({ ...start, sort: 'shares', order: 'desc' });
  expect(sortedBy(byShares, 'shares').order).toBe('asc');
  expect(sortedBy(byShares, 'source').order).toBe('asc');
});
