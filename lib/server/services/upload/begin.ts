import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { formatBytes } from '@/lib/domain/units';
import type { AuditEntry } from '@/lib/server/audit/audit';
import { auditInsert } from '@/lib/server/audit/insert';
import type { Context } from '@/lib/server/context';
import { countsInOne } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { checkAlias } from '@/lib/server/limits/alias';
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
 * Announces a file. Its declared size counts from now on, under the lock of the share's row, so that files announced
 * at the same time can't exceed the limit together. A name that is there already stands twice: nothing is replaced.
 * @throws share.notFound, upload.tooLarge, limit.alias
 */
export async function beginUpload(
  ctx: Context,
  { id, shareId, file, lease = null }: Announced,
): Promise<void> {
  await checkAlias(ctx, shareId, file.sizeBytes);
  const maxBytes = ctx.config.MAX_SIZE;
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
    Prisma.sql`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR UPDATE`,
    Prisma.sql`
      WITH begun AS (
        INSERT INTO "File" ("id", "shareId", "path", "name", "sizeBytes", "mimeType", "createdAt")
        SELECT ${id}, ${shareId}, ${file.path}, ${file.name}, ${file.sizeBytes}, ${file.mimeType}, ${ctx.now}
        WHERE EXISTS (SELECT 1 FROM "Share" WHERE "id" = ${shareId}) AND ${file.sizeBytes} <= ${maxBytes}
          - (SELECT coalesce(sum("sizeBytes"), 0) FROM "File" WHERE "shareId" = ${shareId})
        RETURNING "id"),
      upload AS (
        INSERT INTO "Upload" ("fileId", "expiresAt", "updatedAt", "leaseHolder", "leaseUntil", "fence")
        SELECT "id", ${expiresAt}, ${ctx.now}, ${held} FROM begun
        RETURNING "fileId")
      ${auditInsert(ctx, start, { source: Prisma.sql`upload` })}`,
  ]);
  if (share === 0) throw new AppError('share.notFound');
  if (begun === 0) throw new AppError('upload.tooLarge', { size: formatBytes(maxBytes) });
}
