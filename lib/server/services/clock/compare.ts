import 'server-only';
import type { Prisma } from '@/lib/server/db/generated/client';

type ClockContext = { db: Prisma.TransactionClient };

export type ClockState = 'right' | 'ahead' | 'behind';
export type ClockReading = { state: ClockState; nowMs: number; rememberedMs: number };

const key = 'clock';
const hourMs = 3_600_000;

/** A server may be off for some days. After a longer gap the clock may be wrong, and deleted data is lost for good. */
const longestGapMs = 7 * 24 * hourMs;

const toleratedMs = hourMs;

/** Compares `nowMs`, this machine's time, with the newest time in the database. */
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
export async function compareClock(ctx: ClockContext, nowMs: number): Promise<ClockReading> {
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
export async function storeTime({ db }: ClockContext, nowMs: number): Promise<void> {
  await db.setting.upsert({
    where: { key },
    create: { key, value: nowMs },
    update: { value: nowMs },
  });
}
