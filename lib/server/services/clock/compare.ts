import 'server-only';
import type { Prisma } from '@/lib/server/db/generated/client';

/** The database, or a transaction of it. */
type Rows = { db: Prisma.TransactionClient };

export type ClockState = 'right' | 'ahead' | 'behind';
export type ClockReading = { state: ClockState; nowMs: number; rememberedMs: number };

const key = 'clock';
const hourMs = 3_600_000;

/** A server may be off for some days. After longer a wrong clock is as likely, and what it deletes doesn't come back. */
const longestGapMs = 7 * 24 * hourMs;

/** The clocks of nodes differ a little. */
const toleratedMs = hourMs;

/** Against the newest time that the database remembers. @param nowMs by this machine's own clock */
export async function readClock({ db }: Rows, nowMs: number): Promise<ClockReading> {
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

/** Compares as `readClock` does; a time that is plausible is remembered. */
export async function compareClock(ctx: Rows, nowMs: number): Promise<ClockReading> {
  const reading = await readClock(ctx, nowMs);
  if (reading.state === 'right') {
    await ctx.db.$executeRaw`
      INSERT INTO "Setting" AS s ("key", "value") VALUES (${key}, to_jsonb(${nowMs}::float8))
      ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value", "updatedAt" = now()
      WHERE s."value"::text::float8 < ${nowMs}`;
  }
  return reading;
}

/** An admin has looked at the clock: its time counts from now on, however far it is from what was remembered. */
export async function rememberTime({ db }: Rows, nowMs: number): Promise<void> {
  await db.setting.upsert({
    where: { key },
    create: { key, value: nowMs },
    update: { value: nowMs },
  });
}
