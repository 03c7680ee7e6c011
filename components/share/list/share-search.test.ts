import { expect, test } from 'vitest';
import { shareQuery, shareViewIn, shareViewSearch } from './share-search';

test.each([
  [{ q: '', alias: '' }, ''],
  [{ q: 'plans & dreams', alias: '' }, '?q=plans+%26+dreams'],
  [{ q: '', alias: 'team@ada' }, '?alias=team%40ada'],
  [{ q: 'plans', alias: 'team@ada' }, '?alias=team%40ada&q=plans'],
])('the view %j stands in the URL and is read from it', (view, search) => {
  expect(shareViewSearch(view)).toBe(search);
  expect(shareViewIn(Object.fromEntries(new URLSearchParams(search)))).toEqual(view);
});

test('what can’t be a view is none, and words too long for the call are cut', () => {
  expect(shareViewIn({ q: ['a', 'b'], alias: 'a/b' })).toEqual({ q: '', alias: '' });
  expect(shareViewIn({ q: 'x'.repeat(300) }).q).toBe('x'.repeat(200));
  expect(shareQuery({ q: '', alias: '' })).toEqual({ query: { q: '', pageSize: 50 } });
});
