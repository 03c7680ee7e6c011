/** The window of the attempt limits (lib/server/limits/policy.ts, `login`). */
const windowMs = 15 * 60_000;

const windowNow = () => Math.floor(Date.now() / windowMs);

/** Repeats `work` when it crossed the end of a counting window. `work` must use a subject without counted attempts. */
export async function inOneWindow<T>(work: () => Promise<T>): Promise<T> {
  const begun = windowNow();
  const result = await work();
  return windowNow() === begun ? result : work();
}
