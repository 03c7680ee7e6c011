import { expect, test } from 'vitest';
import { withUrlChange } from './use-list-view';

test('a list follows the URL to another filter, and back from a search', () => {
  expect(withUrlChange('?state=open', { from: 'state=open', to: 'state=done' })).toEqual({ state: 'done' });
  expect(withUrlChange('?q=ada', { from: 'q=ada', to: '' })).toEqual({});
  expect(withUrlChange('', { from: '', to: 'q=ada&state=open' })).toEqual({ q: 'ada', state: 'open' });
});

test('words that are typed while a filter applies are kept', () => {
  expect(withUrlChange('?state=open&q=ada', { from: 'state=open', to: '' })).toEqual({ q: 'ada' });
  expect(withUrlChange('?q=ada+l', { from: 'q=ada', to: 'q=ada&state=done' })).toEqual({
    q: 'ada l',
    state: 'done',
  });
});
