import { afterEach, expect, test, vi } from 'vitest';
import { isServerAway, noteAnswer, noteTrouble, onConnection } from './connection';

afterEach(() => vi.unstubAllGlobals());

test('after a 503 the server is away until it answers the simplest request, and listeners hear both', async () => {
  const heard: boolean[] = [];
  const stop = onConnection(() => heard.push(isServerAway()));
  const answers = [503, 200];
  vi.stubGlobal('fetch', async () => ({ status: answers.shift() }));
  noteTrouble(404);
  noteAnswer(404);
  expect(isServerAway()).toBe(false);
  noteTrouble(503);
  noteAnswer(0);
  await expect.poll(isServerAway, { timeout: 10_000 }).toBe(false);
  expect(heard).toEqual([true, false]);
  stop();
});
