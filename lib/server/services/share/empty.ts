import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';
import { fewLeft, inSteps } from '@/lib/server/db/in-steps';

/** Of these there may be millions; first those that refer to others. Only files can't be added meanwhile. */
const tables = [
  { name: 'Download', mostLeft: fewLeft },
  { name: 'Visit', mostLeft: fewLeft },
  { name: 'File', mostLeft: 0 },
];

/** Before their files, as who completes an upload locks both: so nobody waits in a circle. */
const uploadsOf = (ids: string[]) => (limit: number) =>
  Prisma.sql`
  DELETE FROM "Upload" WHERE ctid = ANY (ARRAY(
    SELECT u.ctid FROM "Upload" u JOIN "File" f ON f."id" = u."fileId"
    WHERE f."shareId" = ANY (${ids}::text[]) LIMIT ${limit}))`;

/**
 * Deletes what shares consist of that are about to go, but for a few visits and downloads that go with them. The
 * transaction holds the shares' rows. A trigger notes the bytes of every file.
 */
export async function emptyShares(tx: Prisma.TransactionClient, ids: string[]): Promise<void> {
  await inSteps(tx, uploadsOf(ids));
  for (const { name, mostLeft } of tables) {
    const table = Prisma.raw(`"${name}"`);
    await inSteps(
      tx,
      (limit) => Prisma.sql`
        DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${table} WHERE "shareId" = ANY (${ids}::text[]) LIMIT ${limit}))`,
      mostLeft,
    );
  }
}
