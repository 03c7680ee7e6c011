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
