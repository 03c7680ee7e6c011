import { expect, test } from 'vitest';
import { parseRange } from './conditions';

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-9', 0, 9],
  ['bytes=5-', 5, 9],
  ['bytes=9-9', 9, 9],
  ['bytes=3-99', 3, 9],
  ['bytes=-1', 9, 9],
  ['bytes=-10', 0, 9],
  ['bytes=-99', 0, 9],
  ['BYTES=1-2', 1, 2],
  ['bytes= 1-2', 1, 2],
])('%s of ten bytes is the part from %i to %i', (header, start, end) => {
  expect(parseRange(header, 10)).toEqual({ start, end });
});

test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=99999999999999999999-'])(
  '%s of ten bytes is nothing',
  (header) => {
    expect(parseRange(header, 10)).toBe('unsatisfiable');
  },
);

test.each([
  null,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-2',
  'bytes=0-1,4-5',
  'bytes=0-1, 4-5',
  'bytes=--1',
  'bytes=-1-2',
  'bytes=1.5-2',
  'items=0-1',
  'bytes 0-1',
])('%j means the whole file', (header) => {
  expect(parseRange(header, 10)).toBeNull();
});

test.each(['bytes=0-', 'bytes=0-0', 'bytes=5-', 'bytes=-1', 'bytes=-0'])(
  '%s of an empty file means the whole of it',
  (header) => {
    expect(parseRange(header, 0)).toBeNull();
  },
);
