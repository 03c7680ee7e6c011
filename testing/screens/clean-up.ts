import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

configure({
  asyncUtilTimeout: 20_000, // a busy machine is slow, not wrong
  getElementError: (message) => new Error(message ?? ''), // without the whole page
});

/** What comes after a test meets no server. */
globalThis.fetch = () => Promise.reject(new TypeError('There is no server.'));

const timers = new Set<ReturnType<typeof setTimeout>>();
const { setTimeout: wait } = globalThis;
globalThis.setTimeout = Object.assign((...[run, ms, ...args]: Parameters<typeof wait>) => {
  const timer = wait(run, ms, ...args);
  timers.add(timer);
  return timer;
}, wait);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** What a page still waits for would find no window. */
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
});
