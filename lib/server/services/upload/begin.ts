import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { formatBytes } from '@/lib/domain/units';
import type { AuditEntry } from '@/lib/server/audit/audit';
import { auditInsert } from '@/lib/server/audit/insert';
import type { Context } from '@/lib/server/context';
import { countsInOne } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { checkAlias } from '@/lib/server/limits/alias';
import { hasRoom, lockShare } from '@/lib/server/services/quota/quota-sql';
import { quotaRefusal } from '@/lib/server/services/quota/refusal';
import { type Lease, leaseEnd } from './lease';

export type NewFile = { name: string; path: string; mimeType: string; sizeBytes: number };

type Announced = {
  id: string;
  shareId: string;
  file: NewFile;
  /** Of a request that brings bytes as well. */
  lease?: Lease | null;
};

/**
 * Announces a file. Its declared size counts from now on, under the lock of the share's row (and of its owner's quota,
 * where there is one), so that files announced at the same time can't exceed a limit together. A name that is there
 * already stands twice: nothing is replaced.
 * @throws share.notFound, upload.tooLarge, upload.quotaBytes, upload.quotaFiles, upload.inboxFull, limit.alias
 */
export async function beginUpload(
  ctx: Context,
  { id, shareId, file, lease = null }: Announced,
): Promise<void> {
  await checkAlias(ctx, shareId, file.sizeBytes);
  const maxBytes = ctx.config.MAX_SIZE;
  const need = { bytes: file.sizeBytes, files: 1 };
  const start: AuditEntry = {
    event: 'upload.start',
    object: { type: 'file', id },
    shareId,
    details: { sizeBytes: file.sizeBytes },
  };
  const expiresAt = new Date(ctx.now.getTime() + ctx.config.UPLOAD_TTL);
  const held = lease ? Prisma.sql`${lease.node}, ${leaseEnd}, ${lease.fence}` : Prisma.sql`NULL, NULL, 0`;
  // Two statements sent together: many files may be announced at once, and each holds the lock for a moment only.
  // The second one sees what was announced before the lock was had.
  const [share, begun] = await countsInOne(ctx.db, [
    lockShare(ctx.config, shareId),
    Prisma.sql`
      WITH begun AS (
        INSERT INTO "File" ("id", "shareId", "path", "name", "sizeBytes", "mimeType", "createdAt")
        SELECT ${id}, ${shareId}, ${file.path}, ${file.name}, ${file.sizeBytes}, ${file.mimeType}, ${ctx.now}
        WHERE EXISTS (SELECT 1 FROM "Share" WHERE "id" = ${shareId}) AND ${file.sizeBytes} <= ${maxBytes}
          - (SELECT coalesce(sum("sizeBytes"), 0) FROM "File" WHERE "shareId" = ${shareId})
          AND ${hasRoom(ctx.config, shareId, need)}
        RETURNING "id"),
      upload AS (
        INSERT INTO "Upload" ("fileId", "expiresAt", "updatedAt", "leaseHolder", "leaseUntil", "fence")
        SELECT "id", ${expiresAt}, ${ctx.now}, ${held} FROM begun
        RETURNING "fileId")
      ${auditInsert(ctx, start, { source: Prisma.sql`upload` })}`,
  ]);
  if (share === 0) throw new AppError('share.notFound');
  if (begun === 0) throw await refusalOf(ctx, shareId, file);
}

/** Which of the limits it was. */
async function refusalOf(ctx: Context, shareId: string, { sizeBytes }: NewFile): Promise<AppError> {
  const share = await ctx.db.share.findUnique({ where: { id: shareId }, select: { ownerId: true } });
  if (!share) return new AppError('share.notFound');
  const refusal = await quotaRefusal(ctx, share.ownerId, { bytes: sizeBytes, files: 1 });
  return refusal ?? new AppError('upload.tooLarge', { size: formatBytes(ctx.config.MAX_SIZE) });
}
