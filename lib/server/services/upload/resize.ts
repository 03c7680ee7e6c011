import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { checkAlias } from '@/lib/server/limits/alias';
import { checkFile, deliveryQuota } from '@/lib/server/services/delivery/form-rules';
import {
  fitsQuota,
  lockShareAndQuota,
  type QuotaDemand,
  runInQuotaTurn,
} from '@/lib/server/services/quota/quota-sql';
import type { Destination } from './access';
import { limitRefusal } from './create';
import { isHeldBy, type Lease, type UploadState } from './lease';

export type UploadSize = {
  file: UploadState;
  destination: Destination;
  lease: Lease | null;
  sizeBytes: number;
  /** The client declared this as the final length. */
  isDeclared: boolean;
};

/**
 * Resizes an upload of deferred length under the locks and limits of its creation, and updates `file`.
 * @throws upload.busy if the lease was lost, upload.tooLarge, upload.quotaBytes, upload.inboxFull, limit.alias,
 * delivery.tooLarge, delivery.fileTooLarge
 */
export async function resizeUpload(
  ctx: Context,
  { file, destination, lease, sizeBytes, isDeclared }: UploadSize,
): Promise<void> {
  const { shareId } = destination;
  const need = { bytes: sizeBytes - file.sizeBytes, files: 0 };
  const isGrowing = need.bytes > 0;
  if (isGrowing) {
    checkFile(ctx.alias?.form, { ...file, sizeBytes });
    await checkAlias(ctx, shareId, need);
  }
  const fits = isGrowing ? fitsLimits(ctx, shareId, need) : Prisma.sql`true`;
  const resized = await runInQuotaTurn(shareId, async () => {
    const [, changed] = await ctx.db.$transaction([
      ctx.db.$executeRaw(lockShareAndQuota(ctx.config, shareId)),
      ctx.db.$executeRaw`
        WITH resized AS (
          UPDATE "File" f SET "sizeBytes" = ${sizeBytes}::bigint FROM "Share" s
          WHERE f."id" = ${file.id} AND s."id" = f."shareId" AND ${fits}
            AND EXISTS (SELECT 1 FROM "Upload" WHERE "fileId" = f."id" AND ${isHeldBy(lease)})
          RETURNING f."id")
        UPDATE "Upload" u SET "isLengthDeferred" = ${!isDeclared} FROM resized WHERE u."fileId" = resized."id"`,
    ]);
    return changed > 0;
  });
  if (!resized) {
    const isHeld = await ctx.db.$executeRaw`
      SELECT 1 FROM "Upload" WHERE "fileId" = ${file.id} AND ${isHeldBy(lease)}`;
    throw isHeld ? await limitRefusal(ctx, shareId, need) : new AppError('upload.busy');
  }
  Object.assign(file, { sizeBytes, isLengthDeferred: !isDeclared });
}

function fitsLimits({ config, alias }: Context, shareId: string, need: QuotaDemand): Prisma.Sql {
  const { bytes } = deliveryQuota(alias?.form, { files: 0, bytes: 0 });
  return Prisma.sql`s."sizeBytes" + ${need.bytes}::bigint <= ${Math.min(config.MAX_SIZE, bytes)}::bigint
    AND ${fitsQuota(config, shareId, need)}`;
}
