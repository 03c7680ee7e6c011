import 'server-only';
import { BoundedMap } from '@/lib/server/bounded-map';

/** When each was last written down, in this node's memory. */
const noted = new BoundedMap<string, number>(10_000);
const quietMs = 15 * 60_000;

/** Whether something that anybody may cause again and again is to be written down: once in a quarter of an hour. */
export function isFirstInAWhile(now: Date, what: string): boolean {
  const since = now.getTime() - (noted.get(what) ?? Number.NEGATIVE_INFINITY);
  if (since >= 0 && since < quietMs) return false;
  noted.set(what, now.getTime());
  return true;
}
