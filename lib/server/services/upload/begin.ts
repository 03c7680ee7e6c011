import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { formatBytes } from '@/lib/domain/units';
import type { AuditEntry } from '@/lib/server/audit/audit';
import { auditInsert } from '@/lib/server/audit/insert';
import type { Context } from '@/lib/server/context';
import { rowsOf } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { checkAlias } from '@/lib/server/limits/alias';
import { hasRoom, isLimited, lockShare } from '@/lib/server/services/quota/quota-sql';
import { quotaRefusal } from '@/lib/server/services/quota/refusal';
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
 * Announces a file. Its declared size counts from now on, under the lock of the share's row (and of its owner's quota,
 * where there is one), so that files announced at the same time can't exceed a limit together. A name that is there
 * already stands twice: nothing is replaced.
 * @throws share.notFound, upload.tooLarge, upload.quotaBytes, upload.quotaFiles, upload.inboxFull, limit.alias
 */
export async function beginUpload(
  ctx: Context,
  { id, destination, file, lease = null }: Announced,
): Promise<void> {
  const { shareId } = destination;
  if (ctx.alias) {
    await checkUploadable(ctx.db, destination); // or strangers would use up what others may send
    await checkAlias(ctx, shareId, file.sizeBytes);
  }
  const announced = { id, destination, file, lease };
  const result =
    (await rowsOf<Result>(ctx.db, announcement(ctx, announced, Prisma.sql`NOT share."isLimited"`)))[0] ??
    none;
  const { isThere, isBegun } = result.isLimited ? await beginLimited(ctx, announced) : result;
  if (!isThere) throw new AppError('share.notFound');
  if (!isBegun) throw await refusalOf(ctx, shareId, file);
}

type Result = { isThere: boolean; isBegun: boolean; isLimited: boolean };
const none: Result = { isThere: false, isBegun: false, isLimited: false };

/** Where the owner has a quota: what is used is only looked at once its lock is had. */
async function beginLimited(ctx: Context, announced: Announced): Promise<Result> {
  const { destination, file } = announced;
  const room = hasRoom(ctx.config, destination.shareId, { bytes: file.sizeBytes, files: 1 });
  const [, [result]] = await ctx.db.$transaction([
    ctx.db.$executeRaw(lockShare(ctx.config, destination.shareId)),
    ctx.db.$queryRaw<Result[]>(announcement(ctx, announced, room)),
  ]);
  return result ?? none;
}

/**
 * One statement, because many files may be announced at once, and each holds the share's row for a moment only. The
 * row comes as it is once the lock is had, with the sizes of all that was announced before.
 * @param room what the owner's quota has to say
 */
function announcement(ctx: Context, announced: Announced, room: Prisma.Sql): Prisma.Sql {
  const { id, destination, file, lease = null } = announced;
  const { shareId, may } = destination;
  const start: AuditEntry = {
    event: 'upload.start',
    object: { type: 'file', id },
    shareId,
    details: { sizeBytes: file.sizeBytes },
  };
  const expiresAt = new Date(ctx.now.getTime() + ctx.config.UPLOAD_TTL);
  const held = lease ? Prisma.sql`${lease.node}, ${leaseEnd}, ${lease.fence}` : Prisma.sql`NULL, NULL, 0`;
  return Prisma.sql`
    WITH share AS (
      SELECT s."id", s."sizeBytes", ${isLimited(ctx.config)} AS "isLimited"
      FROM "Share" s JOIN "Account" a ON a."id" = s."ownerId" WHERE s."id" = ${shareId} AND ${may} FOR UPDATE OF s),
    begun AS (
      INSERT INTO "File" ("id", "shareId", "path", "name", "sizeBytes", "mimeType", "createdAt")
      SELECT ${id}, "id", ${file.path}, ${file.name}, ${file.sizeBytes}, ${file.mimeType}, ${ctx.now} FROM share
      WHERE ${file.sizeBytes} <= ${ctx.config.MAX_SIZE} - "sizeBytes" AND ${room}
      RETURNING "id"),
    upload AS (
      INSERT INTO "Upload" ("fileId", "expiresAt", "updatedAt", "leaseHolder", "leaseUntil", "fence")
      SELECT "id", ${expiresAt}, ${ctx.now}, ${held} FROM begun
      RETURNING "fileId"),
    noted AS (${auditInsert(ctx, start, { source: Prisma.sql`upload` })})
    SELECT EXISTS (SELECT 1 FROM share) AS "isThere", EXISTS (SELECT 1 FROM begun) AS "isBegun",
      coalesce((SELECT "isLimited" FROM share), false) AS "isLimited"`;
}

/** Which of the limits it was. */
async function refusalOf(ctx: Context, shareId: string, { sizeBytes }: NewFile): Promise<AppError> {
  const share = await ctx.db.share.findUnique({ where: { id: shareId }, select: { ownerId: true } });
  if (!share) return new AppError('share.notFound');
  const refusal = await quotaRefusal(ctx, share.ownerId, { bytes: sizeBytes, files: 1 });
  return refusal ?? new AppError('upload.tooLarge', { size: formatBytes(ctx.config.MAX_SIZE) });
}
