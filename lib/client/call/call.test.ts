import { expect, test } from 'vitest';
import { share } from '@/lib/contract/share/share';
import { call, timeLimit } from './call';

test('arguments that fit no URL are reported before anything is asked', async () => {
  const outcome = call(share.get, { params: { id: 'a\ud800' } });
  await expect(outcome).rejects.toMatchObject({ kind: 'url', message: expect.stringContaining('a\ufffd') });
});

test('an aborted call ends at once with its reason, and is no timeout', () => {
  const outer = new AbortController();
  const { signal, isOver } = timeLimit(60_000, outer.signal);
  outer.abort('left');
  expect([signal.aborted, signal.reason, isOver()]).toEqual([true, 'left', false]);
});

test('a call aborted before it began ends at once', () => {
  expect(timeLimit(60_000, AbortSignal.abort('left')).signal.reason).toBe('left');
});

test('a call that nothing else ends is ended by its time limit', async () => {
  const { signal, isOver } = timeLimit(1, new AbortController().signal);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  expect([signal.reason.name, isOver()]).toEqual(['TimeoutError', true]);
});
