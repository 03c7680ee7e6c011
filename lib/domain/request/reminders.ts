import { instantOf } from '../time/time-zone';
import { nextDaytime, shiftDay } from './due';

export const maxReminders = 6;

type Reminders = {
  dueDay: string;
  zone: string;
  /** The number of those that went out. */
  sent: number;
  /** The latest mail to the person, the first one too, was queued then. */
  mailedAt: number;
};

const hourMs = 3_600_000;
/** One mail makes up for all that a stopped server has missed, and the next isn’t on the same day. */
const leastGapMs = 20 * hourMs;

/** Days from the due one: three before, on it, then each week. */
const stepOf = (nth: number): number => (nth === 0 ? -3 : (nth - 1) * 7);

/**
 * Returns when the next reminder is due, in milliseconds since 1970; null after the sixth. Of several that a pause has
 * left out one is due, at once or in the morning.
 */
export function nextReminder({ dueDay, zone, sent, mailedAt }: Reminders, now: number): number | null {
  if (sent >= maxReminders) return null;
  const last = Math.min(mailedAt, now); // a clock that was ahead puts nothing off
  for (let nth = 0; ; nth++) {
    const at = instantOf(`${shiftDay(dueDay, stepOf(nth))}T09:00`, zone) ?? 0;
    if (at >= last + leastGapMs) return at > now ? at : nextDaytime(now, zone);
  }
}
