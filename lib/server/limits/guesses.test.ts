import { afterEach, expect, test, vi } from 'vitest';
import { noon } from '@/testing/service/context';
import { limitedContext } from '@/testing/service/limited';
import { checkGuesser, recordMiss } from './guesses';
import { limits } from './policy';

afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const tooMany = expect.objectContaining({ code: 'limit.attempts' });

async function guesser() {
  const ctx = limitedContext();
  for (let miss = 0; miss < limits.unknownId.max; miss++) await recordMiss(ctx);
  await expect(recordMiss(ctx)).rejects.toEqual(tooMany);
  return (minutes: number) => () =>
    checkGuesser({ ...ctx, now: new Date(noon.getTime() + minutes * minute) });
}

test.each([
  ['back', -20],
  ['back by years', -10_000_000],
  ['ahead', 20],
])('a clock that is set %s lets no guesser go', async (_turn, minutes) => {
  const look = await guesser();
  expect(look(minutes)).toThrow(tooMany);
});

test('a client that guessed too often waits for the rest of the window and no longer, even if the clock changes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const look = await guesser();
  vi.advanceTimersByTime(limits.unknownId.windowMs - 1);
  for (const minutes of [-20, -5, 0]) expect(look(minutes)).toThrow(tooMany);
  vi.advanceTimersByTime(1);
  for (const minutes of [-20, -5, 0]) expect(look(minutes)).not.toThrow();
});
