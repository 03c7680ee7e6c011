import { expect, test } from 'vitest';
import { type ShareView, shareQuery, shareViewIn, shareViewSearch } from './share-search';

test.each<[ShareView, string]>([
  [{ q: '', alias: '', state: '' }, ''],
  [{ q: 'plans & dreams', alias: '', state: '' }, '?q=plans+%26+dreams'],
  [{ q: '', alias: 'team@ada', state: '' }, '?alias=team%40ada'],
  [{ q: 'plans', alias: 'team@ada', state: 'live' }, '?alias=team%40ada&state=live&q=plans'],
])('the view %j stands in the URL and is read from it', (view, search) => {
  expect(shareViewSearch(view)).toBe(search);
  expect(shareViewIn(Object.fromEntries(new URLSearchParams(search)))).toEqual(view);
});

test('what can’t be a view is none, and words too long for the call are cut', () => {
  expect(shareViewIn({ q: ['a', 'b'], alias: 'a/b', state: 'gone' })).toEqual({
    q: '',
    alias: '',
    state: '',
  });
  expect(shareViewIn({ q: 'x'.repeat(300) }).q).toBe('x'.repeat(200));
  expect(shareQuery({ q: '', alias: '', state: '' })).toEqual({ query: { q: '', pageSize: 50 } });
});
