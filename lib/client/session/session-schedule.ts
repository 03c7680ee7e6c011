/** What the tabs of one browser know together about the refreshing of their session; milliseconds since 1970. */
export type Refreshes = {
  /** The last one that worked. */
  done: number;
  /** The last one that was begun. */
  begun: number;
};

/** After a failure, or while another tab is at it, this long passes before the next try; less for short sessions. */
export const retryMs = 30_000;

/**
 * How long this tab waits until it refreshes the session.
 * @param spreadMs this tab's own share of delay, so that tabs don't all come at once
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
