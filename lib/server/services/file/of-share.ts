import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';
import { fewLeft, inSteps } from '@/lib/server/db/in-steps';

/**
 * For a file `f` that is looked up by its id: whether it belongs to this share. Written so that no index serves it: where
 * statistics are behind, PostgreSQL would read all files of the share to find the one.
 */
export const isOfShare = (shareId: string): Prisma.Sql => Prisma.sql`(f."shareId" = ${shareId}) IS TRUE`;

/** Everybody who changes the files of a share locks its row first, so that nobody waits in a circle. */
export async function lockShareRow(tx: Prisma.TransactionClient, shareId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR NO KEY UPDATE`;
}

/**
 * Removes a file's row within a transaction that has locked the share's (`lockShareRow`, `lockManaged`). Its downloads
 * stay in the share's history.
 * @returns whether there was such a file
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
