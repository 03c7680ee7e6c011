/**
 * How long to wait until the session has to be refreshed, when some tab did so at `lastMs`.
 * All tabs see the same last time, so that of many open ones one asks.
 */
export function untilRefresh(lastMs: number, intervalMs: number, nowMs: number): number {
  const isPlausible = lastMs > 0 && lastMs <= nowMs;
  return isPlausible ? Math.max(0, lastMs + intervalMs - nowMs) : 0;
}
