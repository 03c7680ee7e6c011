import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { batchedQuery, kindOf, queryDirect } from '@/lib/server/db/direct';
import { isOfShare, isVisible } from '@/lib/server/db/file-rows';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';

export type StoredFile = {
  id: string;
  name: string;
  mimeType: string;
  sizeBytes: number;
  sha256: string | null;
  /** The sender's date, or the time of arrival when that was earlier. */
  modifiedAt: Date;
};

type StoredFileRow = Omit<StoredFile, 'sizeBytes'> & { sizeBytes: bigint | string; isWaiting: boolean };

type StoredFileQuery = { fileId: string; shareId: string; allowed?: Prisma.Sql };

/**
 * Finds a complete file of exactly this share whose bytes may leave; one that is quarantined isn't there. Concurrent
 * lookups share one query, as players request many ranges.
 * @param allowed a further condition on the share, `"Share" s`
 * @throws file.beingChecked
 */
export async function findStoredFile(db: PrismaClient, query: StoredFileQuery): Promise<StoredFile | null> {
  const key = `${query.shareId} ${kindOf(query.allowed ?? Prisma.sql`true`)}`;
  const found = await queryStoredFiles(db, key, query);
  if (found?.isWaiting) throw new AppError('file.beingChecked');
  return found;
}

const queryStoredFiles = batchedQuery<StoredFileQuery, (StoredFile & { isWaiting: boolean }) | null>(
  async (db, queries) => {
    const [{ shareId, allowed = Prisma.sql`true` }] = queries;
    const rows = await queryDirect<StoredFileRow>(
      db,
      Prisma.sql`
    SELECT f."id", f."name", f."mimeType", f."sizeBytes", f."sha256", f."scan" = 'pending' AS "isWaiting",
      least(f."modifiedAt", coalesce(f."completedAt", f."createdAt")) AS "modifiedAt"
    FROM "File" f JOIN "Share" s ON s."id" = ${shareId}
    WHERE f."id" = ANY(${queries.map(({ fileId }) => fileId)}::text[]) AND ${isOfShare(shareId)}
      AND (${isVisible}) IS TRUE AND ${allowed}`,
    );
    const found = new Map(rows.map((row) => [row.id, { ...row, sizeBytes: Number(row.sizeBytes) }]));
    return queries.map(({ fileId }) => found.get(fileId) ?? null);
  },
);

/** Leaves sealed shares out, whose files have no names here. */
export async function firstFileNames(
  db: Prisma.TransactionClient,
  shareIds: string[],
  { onlyArrived = false }: { onlyArrived?: boolean } = {},
): Promise<Map<string, string>> {
  if (shareIds.length === 0) return new Map();
  const isListed = onlyArrived ? isVisible : Prisma.sql`true`;
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    SELECT s."id", first."name" FROM "Share" s CROSS JOIN LATERAL (
      SELECT f."name" FROM "File" f WHERE f."shareId" = s."id" AND ${isListed}
      ORDER BY f."path", f."name", f."id" LIMIT 1) first
    WHERE s."id" = ANY (${shareIds}::text[]) AND s."e2ee" IS NULL`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function firstFileName(
  db: Prisma.TransactionClient,
  shareId: string,
  options?: { onlyArrived?: boolean },
): Promise<string | null> {
  const names = await firstFileNames(db, [shareId], options);
  return names.get(shareId) ?? null;
}
