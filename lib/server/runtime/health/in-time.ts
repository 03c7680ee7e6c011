import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';

/** @throws when `work` takes longer; it goes on, but its outcome is dropped */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]);
}

/** Shares one outcome among callers during `work` and for `keepMs` after it, which may depend on the result. */
export function cached<T>(work: () => Promise<T>, keepMs: (found: T) => number): () => Promise<T> {
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
