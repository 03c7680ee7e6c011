import 'server-only';
import type { Prisma, PrismaClient } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { emptyShares } from '@/lib/server/services/file/remove';

const sharesAtOnce = 100;

/** Limits the work lost in a crash; a single larger share exceeds it. */
const filesAtOnce = 10_000;

/**
 * Deletes up to 100 shares `s` that meet `which` and returns their number; call until it is 0. Skips locked
 * shares.
 */
export const removeSome = (db: PrismaClient, which: Prisma.Sql): Promise<number> =>
  db.$transaction(async (tx) => {
    const held = await tx.$queryRaw<{ id: string }[]>`
      WITH held AS (
        SELECT s."id", s."fileCount" FROM "Share" s WHERE ${which} LIMIT ${sharesAtOnce} FOR NO KEY UPDATE SKIP LOCKED)
      SELECT "id" FROM (
        SELECT "id", "fileCount", sum("fileCount") OVER (ORDER BY "id") AS "upTo" FROM held) "few"
      WHERE "upTo" <= ${filesAtOnce} OR "upTo" = "fileCount"`;
    // Checked again under the lock: a link may just have been prolonged.
    const sure = await tx.$queryRaw<{ id: string }[]>`
      SELECT s."id" FROM "Share" s WHERE s."id" = ANY (${idsOf(held)}::text[]) AND ${which}`;
    await emptyShares(tx, idsOf(sure));
    return tx.$executeRaw`DELETE FROM "Share" WHERE "id" = ANY (${idsOf(sure)}::text[])`;
  }, longTransaction);

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);
