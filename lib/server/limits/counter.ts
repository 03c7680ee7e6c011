import 'server-only';
import type { Prisma } from '@/lib/server/db/generated/client';

type Count = { key: string; windowMs: number; by?: number; now: Date };

/** Windows lie at fixed times, the same for every node. */
export const windowAt = (now: Date, windowMs: number): Date =>
  new Date(Math.floor(now.getTime() / windowMs) * windowMs);

/**
 * Adds to a counter and answers what it is then. One statement: of any number of callers at once, on any number of
 * nodes, no two get the same answer.
 */
export async function countUp(
  db: Prisma.TransactionClient,
  { key, windowMs, by = 1, now }: Count,
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    INSERT INTO "RateLimit" AS r ("key", "windowAt", "count") VALUES (${key}, ${windowAt(now, windowMs)}, ${by})
    ON CONFLICT ("key", "windowAt") DO UPDATE SET "count" = r."count" + ${by}
    RETURNING "count"`;
  return Number(row?.count ?? by);
}
