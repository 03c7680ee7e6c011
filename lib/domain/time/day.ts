import { offsetAt } from './time-zone';

/** When a day (`2026-03-29`) begins in a time zone, in milliseconds since 1970; null for what is no day. */
export function startOfDay(day: string, timeZone: string): number | null {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  // The offset of that very moment: a guess by the offset at midnight UTC can be on the other side of a change.
  const guess = midnight - offsetAt(midnight, timeZone);
  return midnight - offsetAt(guess, timeZone);
}

/** The last minute of a day in a time zone, as `23:59` says plainly which day it is; null for what is no day. */
export function endOfDay(day: string, timeZone: string): number | null {
  if (startOfDay(day, timeZone) === null) return null;
  const next = startOfDay(nextDay(day), timeZone);
  return next === null ? null : next - 60_000;
}

/** The day that clocks in a time zone show at a moment. */
export const dayAt = (moment: number, timeZone: string): string =>
  new Date(moment + offsetAt(moment, timeZone)).toISOString().slice(0, 10);

export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3600 * 1000).toISOString().slice(0, 10);
