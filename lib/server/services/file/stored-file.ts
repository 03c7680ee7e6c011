import 'server-only';
import { rowsOf } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';

/** A complete file, as much of it as an answer with its bytes tells. */
export type StoredFile = {
  id: string;
  name: string;
  mimeType: string;
  sizeBytes: number;
  sha256: string | null;
  storedAt: Date;
};

type Row = Omit<StoredFile, 'sizeBytes'> & { sizeBytes: bigint | string };

/**
 * The file of exactly this share; null when there is none or when it hasn't arrived completely. Every range that a
 * player asks for begins with it.
 * @param may what else has to be true of the share, `"Share" s`
 */
export async function findStored(
  db: PrismaClient,
  { fileId, shareId, may = Prisma.sql`true` }: { fileId: string; shareId: string; may?: Prisma.Sql },
): Promise<StoredFile | null> {
  const [row] = await rowsOf<Row>(
    db,
    Prisma.sql`
    SELECT f."id", f."name", f."mimeType", f."sizeBytes", f."sha256",
      coalesce(f."completedAt", f."createdAt") AS "storedAt"
    FROM "File" f JOIN "Share" s ON s."id" = f."shareId"
    WHERE f."id" = ${fileId} AND f."state" = 'complete' AND s."id" = ${shareId} AND ${may}`,
  );
  return row ? { ...row, sizeBytes: Number(row.sizeBytes) } : null;
}
