import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { aliasAllowance, aliasRefusal, checkAlias } from '@/lib/server/limits/alias';
import { deliveryQuota, deliveryQuotaRefusal } from '@/lib/server/services/delivery/form-rules';
import { handleArrived, insertArrived } from '@/lib/server/services/file/arrived';
import { checkQuota } from '@/lib/server/services/quota/check-quota';
import { lockShareAndQuota, type QuotaDemand, runInQuotaTurn } from '@/lib/server/services/quota/quota-sql';
import { type RemainingQuota, remainingQuota } from '@/lib/server/services/quota/usage';
import { findOrInsert, insertShare, type NewShare } from '@/lib/server/services/share/create';
import { checkUploadable, type Destination } from '@/lib/server/services/upload/access';
import type { NewFile } from '@/lib/server/services/upload/create';
import { areRepeated, fileCreationKey } from '@/lib/server/services/upload/creation-key';
import { removeNow } from './removals';

/** A durably stored file; a null `sha256` is computed later. */
export type StoredPart = NewFile & { id: string; crc32: string; sha256: string | null };

type FollowUp = (tx: Prisma.TransactionClient) => Promise<void>;

/**
 * Creates a share together with its files, in one transaction, with the same key once.
 * @throws alias.notUsable, form.tooLarge, upload.quotaBytes, upload.quotaFiles, upload.inboxFull, limit.alias
 */
export async function storeShare(
  ctx: Context,
  share: NewShare,
  files: StoredPart[],
  also: FollowUp = async () => undefined,
): Promise<{ id: string }> {
  await checkAlias(ctx, share.id, needOf(files));
  const keep = async (tx: Prisma.TransactionClient) => {
    await insertShare(ctx, tx, share);
    await tx.$executeRaw(lockShareAndQuota(ctx.config, share.id));
    await insertFiles(ctx, tx, { shareId: share.id, files });
    await also(tx);
  };
  const stored = await findOrInsert(ctx, share, files, async () => {
    await runInQuotaTurn(share.id, () => ctx.db.$transaction(keep));
    return { id: share.id };
  });
  if (stored.id === share.id) handleArrived(ctx, files);
  else await removeNow(ctx, idsOf(files));
  return stored;
}

type FileAddition = Destination & { files: StoredPart[]; addedBy?: string | null; key?: string | null };

const idsOf = (files: StoredPart[]) => files.map(({ id }) => id);

/**
 * Adds all files to a share or none, with the same key once, and checks the sender's access again.
 * @throws share.notFound, form.tooLarge, upload.quotaBytes, upload.quotaFiles, upload.inboxFull, limit.alias
 */
export async function storeFiles(
  ctx: Context,
  { shareId, allowed, files: parts, addedBy = null, key = null }: FileAddition,
  also: FollowUp = async () => undefined,
): Promise<void> {
  const files = parts.map((part, at) => ({ ...part, creationKey: key && fileCreationKey(key, at + 1) }));
  await checkAlias(ctx, shareId, needOf(files));
  const keep = async (tx: Prisma.TransactionClient) => {
    await tx.$executeRaw(lockShareAndQuota(ctx.config, shareId));
    await checkUploadable(tx, { shareId, allowed });
    if (await areRepeated(tx, shareId, files)) return false;
    await insertFiles(ctx, tx, { shareId, files, addedBy });
    await also(tx);
    return true;
  };
  const isNew = await runInQuotaTurn(shareId, () => ctx.db.$transaction(keep));
  if (isNew) handleArrived(ctx, files);
  else await removeNow(ctx, idsOf(files));
}

export async function newShareQuota(ctx: Context, ownerId: string): Promise<RemainingQuota> {
  const quota = limitBytes(ctx, ctx.config.MAX_SIZE, await remainingQuota(ctx, ownerId));
  return limitByAlias(ctx, null, limitByForm(ctx, quota, { files: 0, bytes: 0 }));
}

/** @throws share.notFound */
export async function existingShareQuota(ctx: Context, shareId: string): Promise<RemainingQuota> {
  const totals = await storedTotals(ctx.db, shareId);
  const quota = limitBytes(
    ctx,
    ctx.config.MAX_SIZE - totals.bytes,
    await remainingQuota(ctx, totals.ownerId),
  );
  return limitByAlias(ctx, shareId, limitByForm(ctx, quota, totals));
}

function limitByForm({ alias }: Context, quota: RemainingQuota, totals: QuotaDemand): RemainingQuota {
  const left = deliveryQuota(alias?.form, totals);
  return {
    bytes: Math.max(0, Math.min(quota.bytes, left.bytes)),
    files: Math.min(quota.files, left.files),
    refusal: (over) =>
      left[over] < quota[over] ? deliveryQuotaRefusal(alias?.form, over) : quota.refusal(over),
  };
}

async function limitByAlias(
  ctx: Context,
  shareId: string | null,
  quota: RemainingQuota,
): Promise<RemainingQuota> {
  const most = await aliasAllowance(ctx, shareId);
  return {
    bytes: Math.min(quota.bytes, most.bytes),
    files: Math.min(quota.files, most.files),
    refusal: (over) => (most[over] < quota[over] ? aliasRefusal(ctx) : quota.refusal(over)),
  };
}

const needOf = (files: StoredPart[]): QuotaDemand => ({
  bytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
  files: files.length,
});

const limitBytes = (ctx: Context, bytes: number, quota: RemainingQuota): RemainingQuota =>
  bytes > quota.bytes
    ? quota
    : { ...quota, bytes, refusal: (over) => (over === 'bytes' ? tooLarge(ctx) : quota.refusal(over)) };

/** @throws share.notFound */
async function storedTotals(
  db: Prisma.TransactionClient,
  shareId: string,
): Promise<QuotaDemand & { ownerId: string }> {
  const select = { ownerId: true, fileCount: true, sizeBytes: true };
  const share = await db.share.findUnique({ where: { id: shareId }, select });
  if (!share) throw new AppError('share.notFound');
  return { ownerId: share.ownerId, files: share.fileCount, bytes: Number(share.sizeBytes) };
}

const tooLarge = ({ config }: Context) => new AppError('form.tooLarge', { size: { bytes: config.MAX_SIZE } });

/** Runs under `lockShareAndQuota`, so that concurrent additions count. */
async function insertFiles(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { shareId, files, addedBy = null }: Pick<FileAddition, 'shareId' | 'files' | 'addedBy'>,
): Promise<void> {
  const need = needOf(files);
  const totals = await storedTotals(tx, shareId);
  if (need.bytes > ctx.config.MAX_SIZE - totals.bytes) throw tooLarge(ctx);
  const left = deliveryQuota(ctx.alias?.form, totals);
  for (const over of ['files', 'bytes'] as const) {
    if (need[over] > left[over]) throw deliveryQuotaRefusal(ctx.alias?.form, over);
  }
  if (need.files > 0) await checkQuota(ctx, tx, { shareId, need });
  const createdAt = ctx.now;
  await insertArrived(
    ctx,
    tx,
    files.map((file) => ({ ...file, shareId, addedBy, createdAt })),
  );
}
