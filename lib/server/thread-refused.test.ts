import { expect, test, vi } from 'vitest';
import { Thread } from './thread';

vi.mock('node:worker_threads', () => ({
  Worker: class {
    constructor() {
      throw Object.assign(new Error('Worker initialization failure: EAGAIN'), {
        code: 'ERR_WORKER_INIT_FAILED',
      });
    }
  },
}));

test('where the system has no thread to give, what needs one may come back later', () => {
  const start = () => new Thread('lib/server/transfer/receive/hash-worker.mjs', () => undefined);
  expect(start).toThrow(expect.objectContaining({ code: 'server.unavailable' }));
});
