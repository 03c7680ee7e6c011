import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { formatBytes } from '@/lib/domain/units';
import type { AuditEntry } from '@/lib/server/audit/audit';
import { auditInsert } from '@/lib/server/audit/insert';
import type { Context } from '@/lib/server/context';
import { rowsOf } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { checkAlias } from '@/lib/server/limits/alias';
import { checkUploadable, type Destination } from './access';
import { type Lease, leaseEnd } from './lease';

export type NewFile = { name: string; path: string; mimeType: string; sizeBytes: number };

type Announced = {
  id: string;
  destination: Destination;
  file: NewFile;
  /** Of a request that brings bytes as well. */
  lease?: Lease | null;
};

/**
 * Announces a file. Its declared size counts from now on, under the lock of the share's row, so that files announced
 * at the same time can't exceed the limit together. A name that is there already stands twice: nothing is replaced.
 * @throws share.notFound, upload.tooLarge, limit.alias
 */
export async function beginUpload(
  ctx: Context,
  { id, destination, file, lease = null }: Announced,
): Promise<void> {
  const { shareId, may } = destination;
  if (ctx.alias) {
    await checkUploadable(ctx.db, destination); // or strangers would use up what others may send
    await checkAlias(ctx, shareId, file.sizeBytes);
  }
  const maxBytes = ctx.config.MAX_SIZE;
  const start: AuditEntry = {
    event: 'upload.start',
    object: { type: 'file', id },
    shareId,
    details: { sizeBytes: file.sizeBytes },
  };
  const expiresAt = new Date(ctx.now.getTime() + ctx.config.UPLOAD_TTL);
  const held = lease ? Prisma.sql`${lease.node}, ${leaseEnd}, ${lease.fence}` : Prisma.sql`NULL, NULL, 0`;
  // One statement, because many files may be announced at once, and each holds the share's row for a moment only. The
  // row comes as it is once the lock is had, with the sizes of all that was announced before.
  const [result] = await rowsOf<{ isThere: boolean; isBegun: boolean }>(
    ctx.db,
    Prisma.sql`
    WITH share AS (
      SELECT s."id", s."sizeBytes" FROM "Share" s WHERE s."id" = ${shareId} AND ${may} FOR UPDATE),
    begun AS (
      INSERT INTO "File" ("id", "shareId", "path", "name", "sizeBytes", "mimeType", "createdAt")
      SELECT ${id}, "id", ${file.path}, ${file.name}, ${file.sizeBytes}, ${file.mimeType}, ${ctx.now} FROM share
      WHERE ${file.sizeBytes} <= ${maxBytes} - "sizeBytes"
      RETURNING "id"),
    upload AS (
      INSERT INTO "Upload" ("fileId", "expiresAt", "updatedAt", "leaseHolder", "leaseUntil", "fence")
      SELECT "id", ${expiresAt}, ${ctx.now}, ${held} FROM begun
      RETURNING "fileId"),
    noted AS (${auditInsert(ctx, start, { source: Prisma.sql`upload` })})
    SELECT EXISTS (SELECT 1 FROM share) AS "isThere", EXISTS (SELECT 1 FROM begun) AS "isBegun"`,
  );
  if (!result?.isThere) throw new AppError('share.notFound');
  if (!result.isBegun) throw new AppError('upload.tooLarge', { size: formatBytes(maxBytes) });
}
