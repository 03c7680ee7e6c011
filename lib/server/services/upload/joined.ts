import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { lockShareRow } from '@/lib/server/db/file-rows';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { handleArrived, insertArrived } from '@/lib/server/services/file/arrived';
import { type Destination, isFileIn, refuseUpload } from './access';
import type { NewFile } from './create';
import { type StateRow, stateColumns, type UploadState, uploadStateOf } from './lease';

type AskedParts = { destination: Destination; partIds: string[]; addedBy: string | null };

/**
 * Returns whole parts in the order asked for.
 * @throws share.notFound, upload.notFound for a part that is missing, another visitor's, or no part; upload.partUnfinished
 */
export async function findParts(
  ctx: Context,
  { destination, partIds, addedBy }: AskedParts,
): Promise<UploadState[]> {
  const rows = await queryDirect<StateRow>(
    ctx.db,
    Prisma.sql`
    SELECT ${stateColumns} FROM "File" f JOIN "Upload" u ON u."fileId" = f."id"
    WHERE f."id" = ANY (${partIds}::text[]) AND u."isPartial" AND f."addedBy" IS NOT DISTINCT FROM ${addedBy}
      AND ${isFileIn(destination)}`,
  );
  const found = new Map(rows.map((row) => [row.id, uploadStateOf(row)]));
  const parts = partIds.flatMap((id) => found.get(id) ?? []);
  if (parts.length < partIds.length) return refuseUpload(ctx.db, destination);
  if (parts.some(({ offset, sizeBytes }) => offset < sizeBytes)) throw new AppError('upload.partUnfinished');
  return parts;
}

/** Finds the file that exactly these parts have become, if the caller sent it. */
export async function findJoined(
  db: PrismaClient,
  { destination, partIds, addedBy }: AskedParts,
): Promise<UploadState | null> {
  const [row] = await queryDirect<StateRow & { partIds: string[] }>(
    db,
    Prisma.sql`
    SELECT ${stateColumns},
      ARRAY(SELECT p."partId" FROM "JoinedPart" p WHERE p."fileId" = f."id" ORDER BY p."number") AS "partIds"
    FROM "JoinedPart" j JOIN "File" f ON f."id" = j."fileId" LEFT JOIN "Upload" u ON u."fileId" = f."id"
    WHERE j."partId" = ${partIds[0]} AND f."addedBy" IS NOT DISTINCT FROM ${addedBy} AND ${isFileIn(destination)}`,
  );
  return row && row.partIds.join() === partIds.join() ? uploadStateOf(row) : null;
}

/** @returns the size of a part that is in a file by now; null when there was none */
export async function joinedPartBytes(
  db: PrismaClient,
  destination: Destination,
  partId: string,
): Promise<number | null> {
  const [row] = await queryDirect<{ sizeBytes: bigint | string }>(
    db,
    Prisma.sql`
    SELECT j."sizeBytes" FROM "JoinedPart" j JOIN "File" f ON f."id" = j."fileId"
    WHERE j."partId" = ${partId} AND ${isFileIn(destination)}`,
  );
  return row ? Number(row.sizeBytes) : null;
}

/** Names what a file was joined from, in order. Empty for all others. */
export async function partIdsOf(db: PrismaClient, fileId: string): Promise<string[]> {
  const rows = await db.joinedPart.findMany({ where: { fileId }, orderBy: { number: 'asc' } });
  return rows.map(({ partId }) => partId);
}

type JoinedFile = NewFile & {
  id: string;
  crc32: string;
  sha256: string | null;
  addedBy: string | null;
  creationKey: string | null;
};

/**
 * Replaces parts by the file that has their bytes, so the room that they took is the file's.
 * @throws upload.notFound when a part is gone, upload.expired when the bytes are
 */
export async function replaceParts(
  ctx: Context,
  shareId: string,
  { isLengthDeferred: _deferred, isPartial: _partial, ...file }: JoinedFile,
  parts: Pick<UploadState, 'id' | 'sizeBytes'>[],
): Promise<void> {
  const ids = parts.map(({ id }) => id);
  const object = { type: 'file', id: file.id } as const;
  const details = { sizeBytes: file.sizeBytes };
  await ctx.db.$transaction(async (tx) => {
    await lockShareRow(tx, shareId);
    // Uploads go before files, the order in which a completion locks them.
    await tx.$executeRaw`DELETE FROM "Upload" WHERE "fileId" = ANY (${ids}::text[]) AND "isPartial"`;
    const { count } = await tx.file.deleteMany({
      where: { id: { in: ids }, shareId, state: 'incoming', upload: null },
    });
    if (count < ids.length) throw new AppError('upload.notFound');
    await insertArrived(ctx, tx, [{ ...file, shareId, createdAt: ctx.now }]);
    const rows = parts.map(({ id, sizeBytes }, number) => ({
      fileId: file.id,
      number,
      partId: id,
      sizeBytes,
    }));
    await tx.joinedPart.createMany({ data: rows });
    await record(ctx, { event: 'upload.complete', object, shareId, details }, tx);
  });
  handleArrived(ctx, [file]);
}
