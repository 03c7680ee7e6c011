/** Shared by all tabs of a browser; milliseconds since 1970. */
export type Refreshes = {
  done: number;
  begun: number;
};

/** Pause after a failure or while another tab refreshes; shorter for short sessions. */
export const retryMs = 30_000;

/**
 * Returns the milliseconds until this tab refreshes the session. @param spreadMs random delay of this tab, so that tabs
 * don't refresh at once
 */
export function refreshDelay(
  { done, begun }: Refreshes,
  { now, every, spreadMs }: { now: number; every: number; spreadMs: number },
): number {
  const due = done + every;
  const afterTheOther = begun > done ? begun + Math.min(retryMs, every / 2) : due;
  const wait = Math.max(due, afterTheOther) + spreadMs - now;
  // A clock that was set back must not keep the session from being refreshed.
  return Math.min(Math.max(0, wait), every + spreadMs);
}
