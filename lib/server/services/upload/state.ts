import 'server-only';
import type { Context } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { hasArrived } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import { type Destination, isFileIn, refuseUpload } from './access';

export type UploadState = {
  id: string;
  name: string;
  path: string;
  mimeType: string;
  sizeBytes: number;
  complete: boolean;
  /** Bytes that are on stable storage and acknowledged. */
  offset: number;
  /** CRC-32 of the bytes before `offset`, 8 hex digits. */
  crc32: string;
  /** Null for complete files. */
  expiresAt: Date | null;
  /** The length follows later; until then `sizeBytes` is reserved space, greater than `offset`. */
  isLengthDeferred: boolean;
  /** Storage generation of new bytes; see `Storage`. */
  generation: bigint;
};

/** End of an upload without further progress. */
export const expiryOf = ({ config, now }: Pick<Context, 'config' | 'now'>): Date =>
  new Date(now.getTime() + config.UPLOAD_TTL);

type BigintColumns = { sizeBytes: unknown; offset: unknown; generation: bigint | string };

/** 64-bit numbers may arrive as text. */
export type StateRow = Omit<UploadState, keyof BigintColumns> & BigintColumns;

/** The columns of a `StateRow`, of `"File" f` and its `"Upload" u`. */
export const stateColumns = Prisma.sql`f."id", f."name", f."path", f."mimeType", f."sizeBytes",
  ${hasArrived} AS "complete", coalesce(u."offsetBytes", f."storedBytes") AS "offset",
  coalesce(u."crc32", f."crc32", '00000000') AS "crc32", u."expiresAt", coalesce(u."generation", 0) AS "generation",
  coalesce(u."isLengthDeferred", false) AS "isLengthDeferred"`;

export const uploadStateOf = <T extends BigintColumns>(row: T) => ({
  ...row,
  sizeBytes: Number(row.sizeBytes),
  offset: Number(row.offset),
  generation: BigInt(row.generation),
});

/**
 * Returns the state; `isHeld` means that it is leased and may be growing.
 * @throws share.notFound, upload.notFound also if the file belongs to another share
 */
export async function findUploadState(
  ctx: Context,
  { fileId, destination }: { fileId: string; destination: Destination },
): Promise<UploadState & { isHeld: boolean }> {
  const [row] = await queryDirect<StateRow & { isHeld: boolean }>(
    ctx.db,
    Prisma.sql`
    SELECT ${stateColumns}, u."leaseHolder" IS NOT NULL AS "isHeld"
    FROM "File" f LEFT JOIN "Upload" u ON u."fileId" = f."id"
    WHERE f."id" = ${fileId} AND ${isFileIn(destination)}`,
  );
  if (!row) return refuseUpload(ctx.db, destination);
  return uploadStateOf(row);
}
