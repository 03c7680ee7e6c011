import { expect, test } from 'vitest';
import { refreshDelay, retryMs } from './session-memory';

const every = 240_000;
const now = 1_800_000_000_000;
const at = (refreshes: { done: number; begun: number }, spreadMs = 0) =>
  refreshDelay(refreshes, { now, every, spreadMs });

test('a session just refreshed is refreshed again after the configured time', () => {
  expect(at({ done: now, begun: now - 100 })).toBe(every);
});

test('what is left of the time is waited for, whichever tab refreshed last', () => {
  expect(at({ done: now - 60_000, begun: now - 60_100 })).toBe(every - 60_000);
});

test('a tab that slept past the time refreshes at once', () => {
  expect(at({ done: now - 3_600_000, begun: now - 3_600_000 })).toBe(0);
});

test('a browser that knows nothing yet refreshes at once', () => {
  expect(at({ done: 0, begun: 0 })).toBe(0);
});

test('while another tab is refreshing, this one holds back', () => {
  expect(at({ done: now - every, begun: now - 50 })).toBe(retryMs - 50);
});

test('after a failed try the next one follows soon, not after the whole time', () => {
  expect(at({ done: now - every - retryMs, begun: now - retryMs })).toBe(0);
});

test('where sessions are short the next try comes in time all the same', () => {
  const short = { now, every: 2000, spreadMs: 0 };
  expect(refreshDelay({ done: now - 2000, begun: now }, short)).toBe(1000);
});

test('more than a timer can wait for is waited for in parts, not refreshed at once', () => {
  const month = { now, every: 30 * 86_400_000, spreadMs: 0 };
  expect(refreshDelay({ done: now, begun: now }, month)).toBe(2 ** 31 - 1);
});

test('tabs are spread, so that they do not come all at once', () => {
  expect(at({ done: now - every, begun: now - every }, 1_500)).toBe(1_500);
});

test('a clock that was set back delays the refresh by one period at most', () => {
  expect(at({ done: now + 86_400_000, begun: now + 86_400_000 })).toBe(every);
});
