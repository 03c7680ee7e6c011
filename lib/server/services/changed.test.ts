import { expect, test } from 'vitest';
import { checkTextChange, mergedChange } from './changed';

const read = { name: 'A', on: true, members: ['1', '2'] };

test.each([
  ['nothing was read', { name: 'B' }, undefined, { name: 'C' }, { name: 'B' }],
  ['nobody has changed anything', { ...read, name: 'B' }, read, read, { ...read, name: 'B' }],
  [
    'another has changed another field',
    { ...read, name: 'B' },
    read,
    { ...read, on: false },
    { ...read, name: 'B', on: false },
  ],
  [
    'both have changed it alike',
    { ...read, name: 'B' },
    read,
    { ...read, name: 'B' },
    { ...read, name: 'B' },
  ],
  [
    'a list has another order',
    { ...read, name: 'B' },
    read,
    { ...read, members: ['2', '1'] },
    { ...read, name: 'B' },
  ],
  [
    'a field isn’t named',
    { name: 'B', on: undefined },
    read,
    { ...read, on: false },
    { name: 'B', on: false },
  ],
])('where %s, a change comes to what both want', (_, change, was, now, merged) => {
  expect(mergedChange(change, was, now)).toEqual(merged);
});

test('changes of two people to different values are refused with the present one', () => {
  const now = { ...read, name: 'C', on: false };
  expect(() => mergedChange({ ...read, name: 'B' }, read, now)).toThrow(
    expect.objectContaining({ code: 'request.changed', answer: { now: { name: 'C' } } }),
  );
});

test.each([
  [{ change: 'B', was: undefined, now: 'C' }, true],
  [{ change: 'B', was: 'A', now: 'A' }, true],
  [{ change: 'B', was: '', now: null }, true],
  [{ change: 'C', was: 'A', now: 'C' }, true],
  [{ change: 'B', was: 'A', now: 'C' }, false],
  [{ change: null, was: 'A', now: 'C' }, false],
  [{ change: 'B', was: null, now: 'C' }, false],
])('the text %j is saved: %j', (text, isSaved) => {
  const check = () => checkTextChange('name', text);
  if (isSaved) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ answer: { now: { name: 'C' } } }));
});
