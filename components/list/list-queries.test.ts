import { expect, test } from 'vitest';
import { listViewSearch } from '@/lib/domain/list-view';
import { receivedQuery, receivedViewIn, type ShareView, shareQuery, shareViewIn } from './list-queries';

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

test('the delivery that is open is in the URL and no part of the question', () => {
  const view = { q: '', state: 'open', alias: 'applications', at: 'ada-1' } as const;
  const search = '?alias=applications&state=open&at=ada-1';
  expect(listViewSearch(view)).toBe(search);
  expect(receivedViewIn(Object.fromEntries(new URLSearchParams(search)))).toEqual(view);
  expect(receivedQuery(view)).toEqual(receivedQuery({ ...view, at: '' }));
  expect(receivedViewIn({ alias: '../x', at: ['a', 'b'] })).toMatchObject({ alias: '', at: '' });
});
