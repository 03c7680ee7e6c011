import { offsetAt } from './time-zone';

/** What a field for a day with its time shows of an instant in a zone: `2026-11-27T17:00`. */
export const localTime = (instantMs: number, timeZone: string): string =>
  new Date(instantMs + offsetAt(instantMs, timeZone)).toISOString().slice(0, 16);

/** When clocks in a zone show that, in milliseconds since 1970; null for what is no time. */
export function instantOf(text: string, timeZone: string): number | null {
  const asUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  // As startOfDay: the offset of that very moment.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return asUtc - offsetAt(guess, timeZone);
}
