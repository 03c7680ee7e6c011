import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';

/** @throws when `work` takes longer; it goes on, and nobody hears of it any more */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]);
}

/**
 * Whoever asks while `work` runs, or within `keepMs` of its end, gets what it finds out, so that nobody who asks often
 * makes it work often. `keepMs` may depend on what was found.
 */
export function kept<T>(work: () => Promise<T>, keepMs: (found: T) => number): () => Promise<T> {
  let running: Promise<T> | null = null;
  let found: { value: T; untilMs: number } | null = null;
  return async () => {
    if (found && performance.now() < found.untilMs) return found.value;
    running ??= work()
      .then((value) => {
        found = { value, untilMs: performance.now() + keepMs(value) };
        return value;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
}
