import 'server-only';
import type { Context } from '@/lib/server/context';
import { setTimeFloor } from '@/lib/server/present-time';
import { type ClockReading, type ClockState, compareClock } from './compare';

let last: ClockState = 'right';

/** Compares this machine's clock with the database, goes by the later of both, and says in the log when that changes. */
export async function keepTime({ db, log }: Pick<Context, 'db' | 'log'>): Promise<ClockReading> {
  const reading = await compareClock({ db }, Date.now());
  const { state } = reading;
  setTimeFloor(timeFloorOf(reading));
  if (state !== last) {
    const level = state === 'right' ? 'warn' : 'error';
    log[level]({ event: `clock.${state}`, ...timesOf(reading) }, clockSentence(reading));
  }
  last = state;
  return reading;
}

/** What is over for sure, where the clock says something earlier. */
export const timeFloorOf = ({ state, rememberedMs }: ClockReading): number | null =>
  state === 'behind' ? rememberedMs : null;

/** For people, to the minute. */
export const timesOf = ({ nowMs, rememberedMs }: ClockReading) => ({
  now: minuteOf(nowMs),
  remembered: minuteOf(rememberedMs),
});

const minuteOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** At a start, before anything is written with a time. */
export async function warnOfClock(ctx: Context, warn: (sentence: string) => void): Promise<void> {
  const reading = await keepTime(ctx);
  if (reading.state !== 'right') warn(clockSentence(reading));
}

function clockSentence(reading: ClockReading): string {
  const { now, remembered } = timesOf(reading);
  if (reading.state === 'right') return `The clock is plausible again: it says ${now}.`;
  return (
    `The clock says ${now}, but the newest that the database knows of is ${remembered}. Nothing is deleted until the ` +
    'clock is set right, or an admin confirms it on the page Doctor.'
  );
}
