import 'server-only';
import { batchedQuery, kindOf } from '@/lib/server/db/batched-query';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import { isOfShare } from './of-share';

/** A complete file, as much of it as an answer with its bytes tells. */
export type StoredFile = {
  id: string;
  name: string;
  mimeType: string;
  sizeBytes: number;
  sha256: string | null;
  /** By its sender's word, unless that is of a time to come when it arrived; else when it arrived. */
  modifiedAt: Date;
};

type Row = Omit<StoredFile, 'sizeBytes'> & { sizeBytes: bigint | string };

type Asked = { fileId: string; shareId: string; allowed?: Prisma.Sql };

/**
 * The file of exactly this share; null when there is none or when it hasn't arrived completely. Every range that a
 * player asks for begins with it.
 * @param allowed what else has to be true of the share, `"Share" s`
 */
export const findStored = (db: PrismaClient, asked: Asked): Promise<StoredFile | null> =>
  findTogether(db, `${asked.shareId} ${kindOf(asked.allowed ?? Prisma.sql`true`)}`, asked);

const findTogether = batchedQuery<Asked, StoredFile | null>(async (db, asked) => {
  const [{ shareId, allowed = Prisma.sql`true` }] = asked;
  const rows = await queryDirect<Row>(
    db,
    Prisma.sql`
    SELECT f."id", f."name", f."mimeType", f."sizeBytes", f."sha256",
      least(f."modifiedAt", coalesce(f."completedAt", f."createdAt")) AS "modifiedAt"
    FROM "File" f JOIN "Share" s ON s."id" = ${shareId}
    WHERE f."id" = ANY(${asked.map(({ fileId }) => fileId)}::text[]) AND ${isOfShare(shareId)}
      AND (f."state" = 'complete') IS TRUE AND ${allowed}`,
  );
  const found = new Map(rows.map((row) => [row.id, { ...row, sizeBytes: Number(row.sizeBytes) }]));
  return asked.map(({ fileId }) => found.get(fileId) ?? null);
});
