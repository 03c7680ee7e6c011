import { expect, test } from 'vitest';
import { Recovery } from './recovery';
import type { FailedRequest } from './verdict';

const reading = (status: number, given: Partial<FailedRequest> = {}): FailedRequest => ({
  status,
  code: null,
  message: null,
  retryAfterMs: 0,
  isKnownUpload: true,
  ...given,
});

test('a server that is away is asked again at growing intervals, then at the last one for ever', () => {
  const recovery = new Recovery([0, 3000]);
  const waits = [1, 2, 3, 4].map(() => recovery.next(reading(0)));
  expect(waits).toEqual([0, 3000, 3000, 3000].map((ms) => ({ act: 'wait', ms })));
});

test('a passing refusal is given up after the configured attempts, unless bytes arrive in between', () => {
  const recovery = new Recovery([0, 10]);
  recovery.next(reading(423));
  recovery.next(reading(423));
  recovery.progressed();
  expect(recovery.next(reading(423))).toEqual({ act: 'wait', ms: 0 });
  expect(recovery.next(reading(423))).toEqual({ act: 'wait', ms: 10 });
  expect(recovery.next(reading(423))).toEqual({ act: 'fail', failure: { kind: 'status', status: 423 } });
});

test('the server may ask for a longer wait', () => {
  expect(new Recovery([0]).next(reading(503, { retryAfterMs: 5000 }))).toEqual({ act: 'wait', ms: 5000 });
});

test('the session is refreshed once; a second 401 in a row is the end', () => {
  const recovery = new Recovery([0]);
  expect(recovery.next(reading(401))).toEqual({ act: 'refresh' });
  expect(recovery.next(reading(401)).act).toBe('fail');
  recovery.progressed();
  expect(recovery.next(reading(401))).toEqual({ act: 'refresh' });
});

test('a file that vanished on the server starts over once', () => {
  const recovery = new Recovery([0]);
  expect(recovery.next(reading(404))).toEqual({ act: 'startOver' });
  expect(recovery.next(reading(404)).act).toBe('fail');
});
