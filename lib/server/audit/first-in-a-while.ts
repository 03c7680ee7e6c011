import 'server-only';
import { BoundedMap } from '@/lib/server/bounded-map';

const lastNoted = new BoundedMap<string, number>(10_000);
const quietMs = 15 * 60_000;

/** Limits log entries that anyone can cause to one per quarter of an hour. */
export function isFirstInAWhile(now: Date, key: string): boolean {
  const since = now.getTime() - (lastNoted.get(key) ?? Number.NEGATIVE_INFINITY);
  if (since >= 0 && since < quietMs) return false;
  lastNoted.set(key, now.getTime());
  return true;
}
