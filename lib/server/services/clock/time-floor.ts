import 'server-only';
import type { Context } from '@/lib/server/context';
import { setTimeFloor } from '@/lib/server/present-time';
import { type ClockReading, type ClockState, compareClock } from './compare';

let lastState: ClockState = 'right';

/** Makes the later of machine clock and database time count, and logs each change of the clock's state. */
export async function updateTimeFloor({ db, log }: Pick<Context, 'db' | 'log'>): Promise<ClockReading> {
  const reading = await compareClock({ db }, Date.now());
  const { state } = reading;
  setTimeFloor(timeFloorOf(reading));
  if (state !== lastState) {
    const level = state === 'right' ? 'warn' : 'error';
    log[level]({ event: `clock.${state}`, ...timesOf(reading) }, clockSentence(reading));
  }
  lastState = state;
  return reading;
}

/** Returns the stored time while the clock is behind: it has certainly passed. */
export const timeFloorOf = ({ state, rememberedMs }: ClockReading): number | null =>
  state === 'behind' ? rememberedMs : null;

export const timesOf = ({ nowMs, rememberedMs }: ClockReading) => ({
  now: minuteOf(nowMs),
  remembered: minuteOf(rememberedMs),
});

const minuteOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Runs at start, before the first row with a time is written. */
export async function warnOfClock(ctx: Context, warn: (sentence: string) => void): Promise<void> {
  const reading = await updateTimeFloor(ctx);
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
