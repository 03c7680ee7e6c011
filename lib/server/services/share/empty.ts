import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';
import { fewLeft, inSteps, rowsAtOnce } from '@/lib/server/db/in-steps';

/** Of these there may be millions; first those that refer to others. */
const tables = ['Download', 'Visit'];

/**
 * Deletes what shares consist of that are about to go, but for a few visits and downloads that go with them. The
 * transaction holds the shares' rows. A trigger notes the bytes of every file.
 */
export async function emptyShares(tx: Prisma.TransactionClient, ids: string[]): Promise<void> {
  for (const name of tables) {
    const table = Prisma.raw(`"${name}"`);
    await inSteps(
      tx,
      (limit) => Prisma.sql`
        DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${table} WHERE "shareId" = ANY (${ids}::text[]) LIMIT ${limit}))`,
      fewLeft,
    );
  }
  while (await removeFiles(tx, ids));
}

/** Of files alone nothing may be left: none can be added meanwhile. @returns whether there were any */
async function removeFiles(tx: Prisma.TransactionClient, shareIds: string[]): Promise<boolean> {
  const files = await tx.$queryRaw<{ id: string; place: string }[]>`
    SELECT "id", ctid::text AS "place" FROM "File" WHERE "shareId" = ANY (${shareIds}::text[]) LIMIT ${rowsAtOnce}`;
  const ids = files.map(({ id }) => id);
  // Uploads before their files, as who completes one locks both: so nobody waits in a circle. And by the files' ids, as
  // a planner that thinks both tables empty would, for a join, read all files again for each upload.
  await tx.$executeRaw`DELETE FROM "Upload" WHERE "fileId" = ANY (${ids}::text[])`;
  // One that was just completed is at another place, and goes with the next ones; where it was there may be somebody
  // else's by now, so it is asked whose it is. Not by an index, which could be mistaken for the place.
  const places = files.map(({ place }) => place);
  await tx.$executeRaw`
    DELETE FROM "File" WHERE ctid = ANY (${places}::tid[]) AND ("shareId" = ANY (${shareIds}::text[])) IS TRUE`;
  return ids.length > 0;
}
