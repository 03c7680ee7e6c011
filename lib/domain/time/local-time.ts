import { offsetAt } from './time-zone';

/** Returns milliseconds since 1970; null for an invalid day. */
export function startOfDay(day: string, timeZone: string): number | null {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  // The offset at midnight UTC can lie on the other side of a change of clocks, so it is corrected once.
  const guess = midnight - offsetAt(midnight, timeZone);
  return midnight - offsetAt(guess, timeZone);
}

/** Returns the day's last minute, because `23:59` is unambiguous; null for an invalid day. */
export function endOfDay(day: string, timeZone: string): number | null {
  if (startOfDay(day, timeZone) === null) return null;
  const next = startOfDay(nextDay(day), timeZone);
  return next === null ? null : next - 60_000;
}

export const dayAt = (moment: number, timeZone: string): string =>
  new Date(moment + offsetAt(moment, timeZone)).toISOString().slice(0, 10);

export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3600 * 1000).toISOString().slice(0, 10);

/** Formats for `<input type=datetime-local>`: `2026-11-27T17:00`. */
export const localTime = (instantMs: number, timeZone: string): string =>
  new Date(instantMs + offsetAt(instantMs, timeZone)).toISOString().slice(0, 16);

/** Inverse of `localTime`, in milliseconds since 1970; null for an invalid time. */
export function instantOf(text: string, timeZone: string): number | null {
  const asUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  // Corrected once, as in startOfDay.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return asUtc - offsetAt(guess, timeZone);
}
