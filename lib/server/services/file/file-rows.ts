import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';
import { fewLeft, inSteps } from '@/lib/server/db/in-steps';

/**
 * Tells whether file `f`, which is looked up by id, belongs to the share. IS TRUE rules out indexes: with old statistics
 * PostgreSQL would read all files of the share.
 */
export const isOfShare = (shareId: string): Prisma.Sql => Prisma.sql`(f."shareId" = ${shareId}) IS TRUE`;

/** Every change of a share's files locks its row first, which rules out deadlocks. */
export async function lockShareRow(tx: Prisma.TransactionClient, shareId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR NO KEY UPDATE`;
}

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
