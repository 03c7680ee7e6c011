import 'server-only';
import type { Prisma } from '@/lib/server/db/generated/client';

type CounterUpdate = { key: string; windowMs: number; by?: number; now: Date };

export const windowAt = (now: Date, windowMs: number): Date =>
  new Date(Math.floor(now.getTime() / windowMs) * windowMs);

/** Adds to a counter and returns its new value. Atomic: concurrent callers never get the same value. */
export async function incrementCounter(
  db: Prisma.TransactionClient,
  { key, windowMs, by = 1, now }: CounterUpdate,
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    INSERT INTO "RateLimit" AS r ("key", "windowAt", "count") VALUES (${key}, ${windowAt(now, windowMs)}, ${by})
    ON CONFLICT ("key", "windowAt") DO UPDATE SET "count" = r."count" + ${by}
    RETURNING "count"`;
  return Number(row?.count ?? by);
}
