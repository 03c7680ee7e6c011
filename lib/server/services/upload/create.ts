import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { batchedQuery } from '@/lib/server/db/batched-query';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { checkAlias } from '@/lib/server/limits/alias';
import { checkFile, deliveryQuota, deliveryQuotaRefusal } from '@/lib/server/services/delivery/file-rules';
import { fitsQuota, lockShareAndQuota, type QuotaDemand } from '@/lib/server/services/quota/quota-sql';
import { runInQuotaTurn } from '@/lib/server/services/quota/quota-turns';
import { quotaRefusal } from '@/lib/server/services/quota/refusal';
import { checkUploadable, destinationBatchKey } from './access';
import { type CreationResult, createUploads, type UploadCreation } from './creation';

/**
 * Creates an upload. Its declared size counts from now on, under the lock of the share's row (and of its owner's quota,
 * where there is one), so that those created at the same time can't exceed a limit together. A name that is there
 * is already there twice: nothing is replaced.
 * @throws share.notFound, upload.tooLarge, upload.quotaBytes, upload.quotaFiles, upload.inboxFull, limit.alias, and
 * through an alias with a form what `checkFile` does, delivery.tooLarge, delivery.tooManyFiles
 */
export async function createUpload(
  ctx: Context,
  { id, destination, file, lease = null, addedBy = null }: Omit<UploadCreation, 'ctx'>,
): Promise<void> {
  const { shareId } = destination;
  if (ctx.alias) {
    checkFile(ctx.alias.form, file);
    await checkUploadable(ctx.db, destination); // or strangers would use up what others may send
    await checkAlias(ctx, shareId, { bytes: file.sizeBytes, files: 1 });
  }
  const creation = { ctx, id, destination, file, lease, addedBy };
  const result = await createTogether(ctx.db, destinationBatchKey(destination), creation);
  const { isThere, isCreated } = result.isLimited ? await createLimited(creation) : result;
  if (!isThere) throw new AppError('share.notFound');
  if (!isCreated) throw await limitRefusal(ctx, shareId, { bytes: file.sizeBytes, files: 1 });
}

const none: CreationResult = { isThere: false, isCreated: false, isLimited: false };

/** Where the owner has a quota: what is used is only looked at once its lock is had. */
async function createLimited(creation: UploadCreation): Promise<CreationResult> {
  const { ctx, destination, file } = creation;
  const room = fitsQuota(ctx.config, destination.shareId, { bytes: file.sizeBytes, files: 1 });
  const [, [result]] = await runInQuotaTurn(destination.shareId, () =>
    ctx.db.$transaction([
      ctx.db.$executeRaw(lockShareAndQuota(ctx.config, destination.shareId)),
      ctx.db.$queryRaw<CreationResult[]>(createUploads([creation], room)),
    ]),
  );
  return result ?? none;
}

/** All that are created in a share at the same time, or one by one what doesn't fit together. */
const createTogether = batchedQuery<UploadCreation, CreationResult>(async (db, creations) => {
  const [result = none] = await queryDirect<CreationResult>(
    db,
    createUploads(creations, Prisma.sql`NOT share."isLimited"`),
  );
  if (result.isThere && !result.isCreated && !result.isLimited && creations.length > 1)
    throw new Error('too much together');
  return creations.map(() => result);
});

/** The limit that keeps a share from taking this. */
export async function limitRefusal(ctx: Context, shareId: string, need: QuotaDemand): Promise<AppError> {
  const select = { ownerId: true, fileCount: true, sizeBytes: true };
  const share = await ctx.db.share.findUnique({ where: { id: shareId }, select });
  if (!share) return new AppError('share.notFound');
  const form = ctx.alias?.form;
  const left = deliveryQuota(form, { files: share.fileCount, bytes: Number(share.sizeBytes) });
  if (left.files < need.files) return deliveryQuotaRefusal(form, 'files');
  if (left.bytes < need.bytes) return deliveryQuotaRefusal(form, 'bytes');
  const refusal = await quotaRefusal(ctx, share.ownerId, need);
  return refusal ?? new AppError('upload.tooLarge', { size: { bytes: ctx.config.MAX_SIZE } });
}
