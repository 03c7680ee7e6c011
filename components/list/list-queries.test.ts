import { expect, test } from 'vitest';
import { listViewSearch } from '@/lib/domain/list-view';
import { type ShareView, shareQuery, shareViewIn } from './list-queries';

test.each<[ShareView, string]>([
  [{ q: '', state: '' }, ''],
  [{ q: 'plans & dreams', state: '' }, '?q=plans+%26+dreams'],
  [{ q: 'plans', state: 'live' }, '?state=live&q=plans'],
])('the view %j is in the URL and is read from it', (view, search) => {
  expect(listViewSearch(view)).toBe(search);
  expect(shareViewIn(Object.fromEntries(new URLSearchParams(search)))).toEqual(view);
});

test('what can’t be a view is none, and words too long for the call are cut', () => {
  expect(shareViewIn({ q: ['a', 'b'], state: 'gone' })).toEqual({
    q: '',
    state: '',
  });
  expect(shareViewIn({ q: 'x'.repeat(300) }).q).toBe('x'.repeat(200));
  expect(shareQuery({ q: '', state: '' })).toEqual({ query: { q: '', pageSize: 50 } });
});
