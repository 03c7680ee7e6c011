import { expect, test } from 'vitest';
import { problemOf, propertiesOf } from './delivery-rules';

const none = { count: 0, totalBytes: 0 };
const limits = { maxSize: 1000, maxAliasFiles: 500 };

test('files or a note, one of them is enough', () => {
  expect(problemOf(' \n', none, limits)).toBe('nothing');
  expect(problemOf('', { count: 1, totalBytes: 0 }, limits)).toBeNull();
  expect(problemOf('Here you are', none, limits)).toBeNull();
});

test('all files together may fill the limit exactly', () => {
  expect(problemOf('', { count: 2, totalBytes: 1000 }, limits)).toBeNull();
  expect(problemOf('', { count: 2, totalBytes: 1001 }, limits)).toBe('tooLarge');
});

test('so may the number of files, if it is limited', () => {
  const files = (count: number) => ({ count, totalBytes: 0 });
  expect(problemOf('', files(500), limits)).toBeNull();
  expect(problemOf('', files(501), limits)).toBe('tooMany');
  expect(problemOf('', files(501), { ...limits, maxAliasFiles: 0 })).toBeNull();
});

test('a note is measured in bytes', () => {
  expect(problemOf('ü'.repeat(32 * 1024), none, limits)).toBeNull();
  expect(problemOf('ü'.repeat(32 * 1024 + 1), none, limits)).toBe('noteTooLong');
});

test('an empty note is none, and a note stays as it was written', () => {
  expect(propertiesOf(' ')).toEqual({
    name: null,
    validity: 0,
    password: null,
    description: null,
    maxViews: 10,
  });
  expect(propertiesOf('# Hello\n')).toMatchObject({ description: '# Hello\n', validity: 0, maxViews: 10 });
});
