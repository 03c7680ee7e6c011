import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { mayPass } from './errors';

/** How long and how often a call to a bucket is tried. */
export type RetryPolicy = {
  /** How long nothing at all may come or go before a call counts as dead. */
  silenceMs: number;
  /** How often a call is made before it has failed. */
  attempts: number;
  /** The wait before the second attempt; it doubles from there. */
  pauseMs: number;
};

export const retryPolicy: RetryPolicy = { silenceMs: 10_000, attempts: 4, pauseMs: 200 };

/** Half of the wait is by chance, so that what failed together doesn't come back together. */
export async function pause({ pauseMs }: RetryPolicy, failures: number): Promise<void> {
  await sleep(pauseMs * 2 ** (failures - 1) * (0.5 + Math.random() / 2));
}

/** Makes a call that may be repeated until it works or can't. */
export async function retried<T>(policy: RetryPolicy, call: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await call();
    } catch (error) {
      if (failures >= policy.attempts || !mayPass(error)) throw error;
      await pause(policy, failures);
    }
  }
}
