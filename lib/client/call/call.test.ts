import { expect, test } from 'vitest';
import { share } from '@/lib/contract/share/share';
import { call, timeLimit } from './call';

test('what no URL can be made of is said before anything is asked', async () => {
  const outcome = call(share.get, { params: { id: 'a\ud800' } });
  await expect(outcome).rejects.toMatchObject({ kind: 'url', message: expect.stringContaining('a\ufffd') });
});

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
