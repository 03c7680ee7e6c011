import 'server-only';
import { isOfShare } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import { fewLeft, inSteps, rowsAtOnce } from '@/lib/server/db/in-steps';

/**
 * Removes a file's row; the caller has locked the share's. Its downloads stay in the share's history.
 * @returns false when there was no such file
 */
export async function removeFileRow(
  tx: Prisma.TransactionClient,
  { fileId, shareId }: { fileId: string; shareId: string },
): Promise<boolean> {
  const which = Prisma.sql`"File" f WHERE f."id" = ${fileId} AND ${isOfShare(shareId)}`;
  await inSteps(
    tx,
    (limit) => Prisma.sql`
      UPDATE "Download" SET "fileId" = NULL WHERE ctid = ANY (ARRAY(
        SELECT d.ctid FROM "Download" d WHERE d."fileId" = (SELECT f."id" FROM ${which}) LIMIT ${limit}))`,
    fewLeft,
  );
  return (await tx.$executeRaw`DELETE FROM ${which}`) > 0;
}

/** Tables that may hold millions of rows of a share, in order of their references. */
const tables = ['Download', 'Visit', 'ShareEvent'];

/**
 * Empties shares before their deletion. The caller has locked their rows. A few visits and downloads remain and are
 * deleted by cascade; a trigger schedules the removal of each file's bytes.
 */
export async function emptyShares(tx: Prisma.TransactionClient, ids: string[]): Promise<void> {
  await switchOffInboxesOf(tx, ids);
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

/** An inbox that fills an album stays shut, as while the album's link is withdrawn, and doesn't open without its lock. */
async function switchOffInboxesOf(tx: Prisma.TransactionClient, albumIds: string[]): Promise<void> {
  await tx.alias.updateMany({
    where: { albumId: { in: albumIds }, albumChecks: false },
    data: { enabled: false },
  });
}

/** The locks keep new files out meanwhile. @returns whether there were any */
async function removeFiles(tx: Prisma.TransactionClient, shareIds: string[]): Promise<boolean> {
  const files = await tx.$queryRaw<{ id: string; place: string }[]>`
    SELECT "id", ctid::text AS "place" FROM "File" WHERE "shareId" = ANY (${shareIds}::text[]) LIMIT ${rowsAtOnce}`;
  const ids = files.map(({ id }) => id);
  // Deletes uploads before files, the order in which a completion locks them, to avoid deadlocks. Uses ids instead of a
  // join: a planner that takes both tables for empty would read all files again for each upload.
  await tx.$executeRaw`DELETE FROM "Upload" WHERE "fileId" = ANY (${ids}::text[])`;
  // A file completed meanwhile has a new ctid and is deleted in the next round; its old ctid may belong to a file of
  // another share, so the share is compared too. IS TRUE keeps the planner from using the share's index.
  const places = files.map(({ place }) => place);
  await tx.$executeRaw`
    DELETE FROM "File" WHERE ctid = ANY (${places}::tid[]) AND ("shareId" = ANY (${shareIds}::text[])) IS TRUE`;
  return ids.length > 0;
}
