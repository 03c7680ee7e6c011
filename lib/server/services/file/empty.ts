import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';
import { fewLeft, inSteps, rowsAtOnce } from '@/lib/server/db/in-steps';

/** There may be millions of rows in these. Those that refer to others come first. */
const tables = ['Download', 'Visit', 'ShareEvent'];

/**
 * Empties shares that are about to be deleted, but for a few visits and downloads, which go along with their rows. The
 * transaction has locked those rows. A trigger notes the bytes of every file for removal.
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

/** Of the files none may be left; none can be added meanwhile. @returns whether there were any to remove */
async function removeFiles(tx: Prisma.TransactionClient, shareIds: string[]): Promise<boolean> {
  const files = await tx.$queryRaw<{ id: string; place: string }[]>`
    SELECT "id", ctid::text AS "place" FROM "File" WHERE "shareId" = ANY (${shareIds}::text[]) LIMIT ${rowsAtOnce}`;
  const ids = files.map(({ id }) => id);
  // Uploads before their files, the order in which a completion locks them, so that nobody waits in a circle. By the
  // files' ids and not by a join: a planner that believes both tables empty would read all files again for each upload.
  await tx.$executeRaw`DELETE FROM "Upload" WHERE "fileId" = ANY (${ids}::text[])`;
  // A file that was completed just now has moved to another ctid, and goes with the next ones. Its old place may hold a
  // file of another share by now, so the share is compared too: by IS TRUE, which keeps the planner from using an index on
  // the share instead of the ctid.
  const places = files.map(({ place }) => place);
  await tx.$executeRaw`
    DELETE FROM "File" WHERE ctid = ANY (${places}::tid[]) AND ("shareId" = ANY (${shareIds}::text[])) IS TRUE`;
  return ids.length > 0;
}
