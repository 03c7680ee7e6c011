import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';

/**
 * For a file `f` that is looked up by its id: whether it belongs to this share. Written so that no index serves it: where
 * statistics are behind, PostgreSQL would read all files of the share to find the one.
 */
export const isOfShare = (shareId: string): Prisma.Sql => Prisma.sql`(f."shareId" = ${shareId}) IS TRUE`;

/** @returns whether there was such a file; the share's row is locked before, as by everybody who changes its files */
export async function removeFileRow(
  tx: Prisma.TransactionClient,
  { fileId, shareId }: { fileId: string; shareId: string },
): Promise<boolean> {
  return (await tx.$executeRaw`DELETE FROM "File" f WHERE f."id" = ${fileId} AND ${isOfShare(shareId)}`) > 0;
}
