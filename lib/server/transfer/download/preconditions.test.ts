import { expect, test } from 'vitest';
import { evaluatePreconditions, ifRangeMatches } from './conditions';

const modified = new Date('2026-03-01T12:00:00.500Z');
const version = { etag: '"abc"', modified };
const asked = (headers: Record<string, string>) => evaluatePreconditions(new Headers(headers), version);

const [before, same, after] = ['11:59:59', '12:00:00', '12:00:01'].map((at) => `Sun, 01 Mar 2026 ${at} GMT`);

test.each([
  ['the date itself', same, true],
  ['an earlier date', before, false],
  ['a later date', after, false],
  ['its tag', '"abc"', true],
  ['another tag', '"abcd"', false],
  ['its tag as a weak one', 'W/"abc"', false],
  ['no condition', null, true],
])('a part follows an If-Range with %s: %s, %s', (_what, ifRange, isMet) => {
  expect(ifRangeMatches(ifRange ?? null, version)).toBe(isMet);
});

test.each([
  ['if-match', '*', 'proceed'],
  ['if-match', '"x", "abc"', 'proceed'],
  ['if-match', 'W/"abc"', 'changed'],
  ['if-unmodified-since', before, 'changed'],
  ['if-unmodified-since', same, 'proceed'],
  ['if-none-match', '*', 'notModified'],
  ['if-none-match', 'W/"abc"', 'notModified'],
  ['if-none-match', '"abcd"', 'proceed'],
  ['if-modified-since', same, 'notModified'],
  ['if-modified-since', before, 'proceed'],
])('%s: %s is answered as %s', (name, value = '', answer) => {
  expect(asked({ [name]: value })).toBe(answer);
});
