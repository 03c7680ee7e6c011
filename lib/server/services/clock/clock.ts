import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { databaseTimeMs, setTimeFloor } from '@/lib/server/present-time';

type ClockContext = { db: Prisma.TransactionClient };

type ClockState = 'right' | 'ahead' | 'behind';
export type ClockReading = { state: ClockState; nowMs: number; rememberedMs: number };

const key = 'clock';
const hourMs = 3_600_000;

/** A server may be off for some days. After a longer gap the clock may be wrong, and deleted data is lost for good. */
const longestGapMs = 7 * 24 * hourMs;

const toleratedMs = hourMs;

/** Compares `nowMs`, the database's clock, with the newest time in its rows. */
export async function readClock({ db }: ClockContext, nowMs: number): Promise<ClockReading> {
  const [row] = await db.$queryRaw<{ ms: number }[]>`
    SELECT coalesce((SELECT "value"::text::float8 FROM "Setting" WHERE "key" = ${key}),
      (SELECT extract(epoch FROM max("at")) * 1000 FROM "AuditEvent"), ${nowMs})::float8 AS "ms"`;
  const rememberedMs = row?.ms ?? nowMs;
  return { state: stateOf(nowMs - rememberedMs), nowMs, rememberedMs };
}

function stateOf(apartMs: number): ClockState {
  if (apartMs > longestGapMs) return 'ahead';
  return apartMs < -toleratedMs ? 'behind' : 'right';
}

/** Compares like `readClock`, and stores a plausible time. */
async function compareClock(ctx: ClockContext, nowMs: number): Promise<ClockReading> {
  const reading = await readClock(ctx, nowMs);
  if (reading.state === 'right') {
    await ctx.db.$executeRaw`
      INSERT INTO "Setting" AS s ("key", "value") VALUES (${key}, to_jsonb(${nowMs}::float8))
      ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value", "updatedAt" = now()
      WHERE s."value"::text::float8 < ${nowMs}`;
  }
  return reading;
}

/** Stores the time whatever was stored before: an admin has checked the clock. */
async function storeTime({ db }: ClockContext, nowMs: number): Promise<void> {
  await db.setting.upsert({
    where: { key },
    create: { key, value: nowMs },
    update: { value: nowMs },
  });
}

let lastState: ClockState = 'right';

/** Makes the later of clock and newest time in the rows count, and logs each change of the clock's state. */
export async function updateTimeFloor({ db, log }: Pick<Context, 'db' | 'log'>): Promise<ClockReading> {
  const reading = await compareClock({ db }, databaseTimeMs());
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

export async function confirmClock(ctx: Context): Promise<void> {
  const nowMs = databaseTimeMs();
  await ctx.db.$transaction(async (tx) => {
    await storeTime({ db: tx }, nowMs);
    await record(ctx, { event: 'system.clock', details: { now: new Date(nowMs).toISOString() } }, tx);
  });
}
