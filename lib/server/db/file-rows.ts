import 'server-only';
import { Prisma } from './generated/client';

/** The one condition for `"File" f` of which all bytes are here. */
export const hasArrived = Prisma.sql`f."state" = 'complete'`;

/** `hasArrived` for Prisma. */
export const whereArrived = { state: 'complete' } as const;

/** Of what has arrived, what visitors see: nothing that is quarantined. */
export const isVisible = Prisma.sql`(${hasArrived} AND f."scan" <> 'infected')`;

/** `isVisible` for Prisma. */
export const whereVisible = { ...whereArrived, scan: { not: 'infected' } } as const;

/** Of what is visible, what may leave: nothing that still waits for its scan. Every way out asks it or `scan`. */
export const canLeave = Prisma.sql`(${hasArrived} AND f."scan" NOT IN ('infected', 'pending'))`;

/** Of a share: none of its files waits for its scan. The alias is one that no caller names. */
export const isChecked = (shareId: Prisma.Sql): Prisma.Sql => Prisma.sql`NOT EXISTS (
  SELECT FROM "File" unchecked WHERE unchecked."shareId" = ${shareId} AND unchecked."scan" = 'pending')`;

/**
 * Tells whether file `f`, which is looked up by id, belongs to the share. IS TRUE rules out indexes: with old statistics
 * PostgreSQL would read all files of the share.
 */
export const isOfShare = (shareId: string): Prisma.Sql => Prisma.sql`(f."shareId" = ${shareId}) IS TRUE`;

/** Tells whether share `s` takes nothing but sealed files. */
export const takesSealed = Prisma.sql`(s."e2ee" IS NOT NULL)`;

/** `takesSealed` for the share of `"File" f`. */
export const isInSealed = Prisma.sql`EXISTS (SELECT FROM "Share" s WHERE s."id" = f."shareId" AND ${takesSealed})`;

/** Every change of a share's files locks its row first, which rules out deadlocks. */
export async function lockShareRow(tx: Prisma.TransactionClient, shareId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR NO KEY UPDATE`;
}
