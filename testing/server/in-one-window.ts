/** Tries are counted anew every quarter of an hour by the clock (lib/server/limits/policy.ts, `login`). */
const windowMs = 15 * 60_000;

const windowNow = () => Math.floor(Date.now() / windowMs);

/**
 * Does what has to happen while tries are counted together. What the end of that time interrupts is done once more, by
 * somebody of whom nothing has been counted yet.
 */
export async function inOneWindow<T>(work: () => Promise<T>): Promise<T> {
  const begun = windowNow();
  const result = await work();
  return windowNow() === begun ? result : work();
}
