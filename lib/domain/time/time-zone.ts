/** The zone of whichever device shows the page. */
export const automaticZone = 'auto';

/** Whether `name` is a time zone of the tz database that dates can be shown in; offsets such as "+02:00" are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The zone that dates are shown in.
 * @param chosen the person's choice, null without one
 * @param device what the browser says of itself; only asked where the choice is automatic
 */
export function shownZone(
  chosen: string | null,
  { device, fallback }: { device: string | undefined; fallback: string },
): string {
  if (chosen === automaticZone) return device && isTimeZone(device) ? device : fallback;
  return chosen && isTimeZone(chosen) ? chosen : fallback;
}

/** Whether clocks in both zones show the same time at `now`. */
export function sameClock(zone: string, other: string, now: Date): boolean {
  const [here, there] = [zone, other].map((timeZone) =>
    new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now),
  );
  return here === there;
}

/** "America/New York": as people write it. */
export const readableZone = (zone: string): string => zone.replaceAll('_', ' ');

const clocks = new Map<string, Intl.DateTimeFormat>();

/** By how many milliseconds clocks in a zone are ahead of UTC at an instant, in milliseconds since 1970. */
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
