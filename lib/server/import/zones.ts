import 'server-only';
import { offsetAt } from '@/lib/domain/time/time-zone';

const dayMs = 86_400_000;

/**
 * Converts a local time. Uses the first instant when clocks show it twice, and the old offset when they skip it.
 * @param localTime `2026-10-25 02:30:00.123456`, of which fractions of a millisecond are cut off
 */
export function instantIn(zone: string, localTime: string): Date {
  const [, whole = '', fraction = ''] = /^(.*?)(?:\.(\d+))?$/.exec(localTime.replace(' ', 'T')) ?? [];
  const time = Date.parse(`${whole}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  const before = offsetAt(time - dayMs, zone);
  const after = offsetAt(time + dayMs, zone);
  const early = time - before;
  const late = time - after;
  return new Date(offsetAt(early, zone) !== before && offsetAt(late, zone) === after ? late : early);
}
