import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';
import { inSteps } from '@/lib/server/db/in-steps';

/** Of these there may be millions; first those that refer to others. */
const tables = ['Download', 'Visit', 'File'];

/** Before their files, as who completes an upload locks both: so nobody waits in a circle. */
const uploadsOf = (ids: string[]) => (limit: number) =>
  Prisma.sql`
  DELETE FROM "Upload" WHERE "fileId" = ANY (ARRAY(
    SELECT u."fileId" FROM "Upload" u JOIN "File" f ON f."id" = u."fileId"
    WHERE f."shareId" = ANY (${ids}::text[]) LIMIT ${limit}))`;

/**
 * Deletes what shares consist of that are about to go, and of which the transaction holds the rows. A trigger notes the
 * bytes of every file.
 */
export async function emptyShares(tx: Prisma.TransactionClient, ids: string[]): Promise<void> {
  await inSteps(tx, uploadsOf(ids));
  for (const name of tables) {
    const table = Prisma.raw(`"${name}"`);
    await inSteps(
      tx,
      (limit) => Prisma.sql`
        DELETE FROM ${table} WHERE "id" = ANY (ARRAY(
          SELECT "id" FROM ${table} WHERE "shareId" = ANY (${ids}::text[]) LIMIT ${limit}))`,
    );
  }
}
