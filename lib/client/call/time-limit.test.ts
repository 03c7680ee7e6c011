import { expect, test } from 'vitest';
import { timeLimit } from './time-limit';

test('what is given up from outside ends at once and with its reason, and is not over time', () => {
  const outer = new AbortController();
  const { signal, isOver } = timeLimit(60_000, outer.signal);
  outer.abort('left');
  expect([signal.aborted, signal.reason, isOver()]).toEqual([true, 'left', false]);
});

test('what was given up before has ended from the beginning', () => {
  expect(timeLimit(60_000, AbortSignal.abort('left')).signal.reason).toBe('left');
});

test('without an end from outside the time ends it', async () => {
  const { signal, isOver } = timeLimit(1, new AbortController().signal);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  expect([signal.reason.name, isOver()]).toEqual(['TimeoutError', true]);
});
