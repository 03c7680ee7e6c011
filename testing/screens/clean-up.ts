import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

configure({
  asyncUtilTimeout: 20_000, // a busy machine is slow, not wrong
  getElementError: (message) => new Error(message ?? ''), // without the whole page
});

/** What comes after a test meets no server. */
globalThis.fetch = () => Promise.reject(new TypeError('There is no server.'));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
