import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';
import { inSteps } from '@/lib/server/db/in-steps';

/** Takes along what came through an alias, of which the transaction holds the row. @param to null: through none */
export const moveShares = (
  tx: Prisma.TransactionClient,
  { from, to }: { from: string; to: string | null },
): Promise<void> =>
  inSteps(
    tx,
    (limit) => Prisma.sql`
      UPDATE "Share" SET "aliasId" = ${to} WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "Share" WHERE "aliasId" = ${from} LIMIT ${limit}))`,
  );
