import 'server-only';

/** When each was last written down: in this node's memory, the one longest ago first. */
const noted = new Map<string, number>();
const quietMs = 15 * 60_000;
const maxRemembered = 10_000;

/** Whether something that anybody may cause again and again is to be written down: once in a quarter of an hour. */
export function isFirstInAWhile(now: Date, what: string): boolean {
  const since = now.getTime() - (noted.get(what) ?? Number.NEGATIVE_INFINITY);
  if (since >= 0 && since < quietMs) return false;
  noted.delete(what); // the last one noted stands last
  noted.set(what, now.getTime());
  if (noted.size > maxRemembered) noted.delete(noted.keys().next().value ?? '');
  return true;
}
