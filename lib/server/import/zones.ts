import 'server-only';
import { offsetAt } from '@/lib/domain/time/time-zone';

const dayMs = 86_400_000;

/**
 * The instant at which clocks in a zone showed this time: the first one where they showed it twice, and as if they had
 * not been put forward where they never showed it.
 * @param shown `2026-10-25 02:30:00.123456`; what is finer than a millisecond is cut off
 */
export function instantIn(zone: string, shown: string): Date {
  const [, whole = '', fraction = ''] = /^(.*?)(?:\.(\d+))?$/.exec(shown.replace(' ', 'T')) ?? [];
  const time = Date.parse(`${whole}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  const before = offsetAt(time - dayMs, zone);
  const after = offsetAt(time + dayMs, zone);
  const early = time - before;
  const late = time - after;
  return new Date(offsetAt(early, zone) !== before && offsetAt(late, zone) === after ? late : early);
}
