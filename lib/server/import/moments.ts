import 'server-only';

/**
 * Reads milliseconds since 1970 or text, which is UTC if it names no zone. Null for nothing; what can’t be read is an
 * invalid date, which is no end for a share.
 */
export function readMoment(value: unknown): Date | null {
  if (value instanceof Date) return value;
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string' || /^-?\d+$/.test(value)) return new Date(Number(value));
  const iso = value
    .trim()
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1');
  // Anything else is read by guesses, such as "infinity.000Z" as the year 2000.
  const found = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i.exec(iso);
  if (!found) return new Date(Number.NaN);
  return new Date(found[1] ? iso : `${iso}Z`);
}

/** For what no right depends on, such as when something was made. */
export function readMomentOr(fallback: Date, value: unknown): Date {
  const moment = readMoment(value);
  return moment && isMoment(moment) ? moment : fallback;
}

export const isMoment = (date: Date): boolean => !Number.isNaN(date.getTime());

export const beginningOfTime = new Date(0);
