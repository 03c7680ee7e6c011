import 'server-only';

const dayMs = 86_400_000;

/**
 * The instant at which clocks in a zone showed this time: the first one where they showed it twice, and as if they had
 * not been put forward where they never showed it.
 * @param shown `2026-10-25 02:30:00.123456`; what is finer than a millisecond is cut off
 */
export function instantIn(zone: string, shown: string): Date {
  const [, whole = '', fraction = ''] = /^(.*?)(?:\.(\d+))?$/.exec(shown.replace(' ', 'T')) ?? [];
  const time = Date.parse(`${whole}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  const before = offsetAt(zone, time - dayMs);
  const after = offsetAt(zone, time + dayMs);
  const early = time - before;
  const late = time - after;
  return new Date(offsetAt(zone, early) !== before && offsetAt(zone, late) === after ? late : early);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** By how much clocks in a zone are ahead of UTC at an instant. */
function offsetAt(zone: string, time: number): number {
  const format = formats.get(zone) ?? formatFor(zone);
  formats.set(zone, format);
  const parts = format.formatToParts(time).map(({ type, value }) => [type, Number(value)] as const);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = Object.fromEntries(parts);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

const formatFor = (timeZone: string) =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
