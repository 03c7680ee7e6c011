import { expect, test } from 'vitest';
import { parseView, sortedBy, viewSearch } from './account-view';

const start = { q: '', page: 1, sort: 'login', order: 'asc' } as const;

test('a view and its URL say the same', () => {
  const view = { q: 'a&b', page: 3, sort: 'lastLogin', order: 'desc' } as const;
  expect(parseView(Object.fromEntries(new URLSearchParams(viewSearch(view))))).toEqual(view);
  expect(viewSearch(start)).toBe('');
  expect(parseView({})).toEqual(start);
});

test('a URL that asks for the impossible shows the list as it begins', () => {
  expect(parseView({ sort: 'passwordHash' })).toEqual(start);
  expect(parseView({ q: ['a', 'b'] })).toEqual(start);
  expect(parseView({ page: '-1' })).toEqual(start);
});

test('names begin at A, numbers with the most, and the same column again turns around', () => {
  const byShares = sortedBy({ ...start, page: 7 }, 'shares');
  expect(byShares).toEqual({ ...start, sort: 'shares', order: 'desc' });
  expect(sortedBy(byShares, 'shares').order).toBe('asc');
  expect(sortedBy(byShares, 'source').order).toBe('asc');
});
