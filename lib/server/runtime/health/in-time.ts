import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';

/** @throws when `work` takes longer; it goes on, but its outcome is dropped */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]);
}

/**
 * Callers that ask while `work` runs, or within `keepMs` of its end, share one outcome, so that asking often doesn't
 * mean working often. `keepMs` may depend on what was found.
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
