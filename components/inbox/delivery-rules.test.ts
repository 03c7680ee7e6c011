import { expect, test } from 'vitest';
import { problemOf, propertiesOf } from './delivery-rules';

const none = { count: 0, totalBytes: 0 };

test('files or a note, one of them is enough', () => {
  expect(problemOf(' \n', none, 1000)).toBe('nothing');
  expect(problemOf('', { count: 1, totalBytes: 0 }, 1000)).toBeNull();
  expect(problemOf('Here you are', none, 1000)).toBeNull();
});

test('all files together may fill the limit exactly', () => {
  expect(problemOf('', { count: 2, totalBytes: 1000 }, 1000)).toBeNull();
  expect(problemOf('', { count: 2, totalBytes: 1001 }, 1000)).toBe('tooLarge');
});

test('a note is measured in bytes', () => {
  expect(problemOf('ü'.repeat(32 * 1024), none, 1000)).toBeNull();
  expect(problemOf('ü'.repeat(32 * 1024 + 1), none, 1000)).toBe('noteTooLong');
});

test('an empty note is none, and a note stays as it was written', () => {
  expect(propertiesOf(' ')).toEqual({ description: null, maxViews: 10 });
  expect(propertiesOf('# Hello\n')).toEqual({ description: '# Hello\n', maxViews: 10 });
});
