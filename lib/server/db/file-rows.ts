import 'server-only';
import { Prisma } from './generated/client';

/** The one condition for `"File" f` of which all bytes are here. Visitors see no others. */
export const hasArrived = Prisma.sql`f."state" = 'complete'`;

/** `hasArrived` for Prisma. */
export const whereArrived = { state: 'complete' } as const;

/**
 * Tells whether file `f`, which is looked up by id, belongs to the share. IS TRUE rules out indexes: with old statistics
 * PostgreSQL would read all files of the share.
 */
export const isOfShare = (shareId: string): Prisma.Sql => Prisma.sql`(f."shareId" = ${shareId}) IS TRUE`;

/** Every change of a share's files locks its row first, which rules out deadlocks. */
export async function lockShareRow(tx: Prisma.TransactionClient, shareId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR NO KEY UPDATE`;
}
