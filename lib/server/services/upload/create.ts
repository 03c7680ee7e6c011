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
 * Creates an upload. Its declared size counts at once, under the locks of share and quota, so concurrent
 * uploads can't exceed a limit. Equal names coexist.
 * @throws share.notFound, upload.tooLarge, upload.quotaBytes, upload.quotaFiles, upload.inboxFull, limit.alias;
 * through a form also errors of `checkFile`, delivery.tooLarge, delivery.tooManyFiles
 */
export async function createUpload(
  ctx: Context,
  { id, destination, file, lease = null, addedBy = null }: Omit<UploadCreation, 'ctx'>,
): Promise<void> {
  const { shareId } = destination;
  if (ctx.alias) {
    checkFile(ctx.alias.form, file);
    await checkUploadable(ctx.db, destination); // before counting, so that strangers can't use up the alias' limits
    await checkAlias(ctx, shareId, { bytes: file.sizeBytes, files: 1 });
  }
  const creation = { ctx, id, destination, file, lease, addedBy };
  const result = await createTogether(ctx.db, destinationBatchKey(destination), creation);
  const { isThere, isCreated } = result.isLimited ? await createLimited(creation) : result;
  if (!isThere) throw new AppError('share.notFound');
  if (!isCreated) throw await limitRefusal(ctx, shareId, { bytes: file.sizeBytes, files: 1 });
}

const missingShare: CreationResult = { isThere: false, isCreated: false, isLimited: false };

/** Reads the usage only after the quota's lock is taken. */
async function createLimited(creation: UploadCreation): Promise<CreationResult> {
  const { ctx, destination, file } = creation;
  const room = fitsQuota(ctx.config, destination.shareId, { bytes: file.sizeBytes, files: 1 });
  const [, [result]] = await runInQuotaTurn(destination.shareId, () =>
    ctx.db.$transaction([
      ctx.db.$executeRaw(lockShareAndQuota(ctx.config, destination.shareId)),
      ctx.db.$queryRaw<CreationResult[]>(createUploads([creation], room)),
    ]),
  );
  return result ?? missingShare;
}

/** Creates uploads of one share together, or one by one if they exceed a limit together. */
const createTogether = batchedQuery<UploadCreation, CreationResult>(async (db, creations) => {
  const [result = missingShare] = await queryDirect<CreationResult>(
    db,
    createUploads(creations, Prisma.sql`NOT share."isLimited"`),
  );
  if (result.isThere && !result.isCreated && !result.isLimited && creations.length > 1)
    throw new Error('too much together');
  return creations.map(() => result);
});

/** Returns the error for the limit that an upload exceeds. */
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
