export const automaticZone = 'auto';

/** Accepts names of the tz database; offsets such as "+02:00" are invalid. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export function displayZone(
  chosen: string | null,
  { device, fallback }: { device: string | undefined; fallback: string },
): string {
  if (chosen === automaticZone) return device && isTimeZone(device) ? device : fallback;
  return chosen && isTimeZone(chosen) ? chosen : fallback;
}

export function isSameClock(zone: string, other: string, now: Date): boolean {
  const [here, there] = [zone, other].map((timeZone) =>
    new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now),
  );
  return here === there;
}

export const readableZone = (zone: string): string => zone.replaceAll('_', ' ');

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that a zone is ahead of UTC at `moment` (milliseconds since 1970). */
export function offsetAt(moment: number, timeZone: string): number {
  const clock = clocks.get(timeZone) ?? clockOf(timeZone);
  clocks.set(timeZone, clock);
  const parts = clock.formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.floor(moment / 1000) * 1000;
}

const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

/** Returns milliseconds since 1970; null for an invalid day. */
export function startOfDay(day: string, timeZone: string): number | null {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  return momentOf(midnight, timeZone);
}

/** @param clockMs what the zone's clock shows, as if it were UTC. Of a time that the clock skips, returns the one after. */
function momentOf(clockMs: number, timeZone: string): number {
  // The first offset can lie on the other side of a change of clocks, so it is corrected once.
  const offset = offsetAt(clockMs - offsetAt(clockMs, timeZone), timeZone);
  return clockMs - Math.min(offset, offsetAt(clockMs - offset, timeZone));
}

/** Returns the day's last minute, because `23:59` is unambiguous; null for an invalid day. */
export function endOfDay(day: string, timeZone: string): number | null {
  if (startOfDay(day, timeZone) === null) return null;
  const next = startOfDay(nextDay(day), timeZone);
  return next === null ? null : next - 60_000;
}

export const dayAt = (moment: number, timeZone: string): string =>
  new Date(moment + offsetAt(moment, timeZone)).toISOString().slice(0, 10);

const dayMs = 24 * 3600 * 1000;

const shiftedDay = (day: string, ms: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + ms).toISOString().slice(0, 10);

export const nextDay = (day: string): string => shiftedDay(day, dayMs);

/** Returns the last day that is over by `moment`, where an end is always that of a whole day. */
export function lastWholeDay(moment: number, timeZone: string): string {
  const day = dayAt(moment, timeZone);
  return (endOfDay(day, timeZone) ?? moment) <= moment ? day : shiftedDay(day, -dayMs);
}

/** Formats for `<input type=datetime-local>`: `2026-11-27T17:00`. */
export const localTime = (instantMs: number, timeZone: string): string =>
  new Date(instantMs + offsetAt(instantMs, timeZone)).toISOString().slice(0, 16);

/** Inverse of `localTime`, in milliseconds since 1970; null for an invalid time. */
export function instantOf(text: string, timeZone: string): number | null {
  const asUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN;
  return Number.isNaN(asUtc) ? null : momentOf(asUtc, timeZone);
}
