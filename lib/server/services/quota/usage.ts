import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Usage } from '@/lib/contract/person';
import { shortId } from '@/lib/domain/ident';
import { shareTitle } from '@/lib/domain/title';
import type { Context } from '@/lib/server/context';
import type { QuotaDemand } from './quota-sql';

type OwnLimits = { maxBytes: bigint | null; maxFiles: number | null };

/** Null means unlimited. */
export function effectiveLimits({ config }: Pick<Context, 'config'>, own: OwnLimits) {
  const maxBytes = Number(own.maxBytes ?? config.ACCOUNT_MAX_SIZE);
  const maxFiles = own.maxFiles ?? config.ACCOUNT_MAX_FILES;
  return { maxBytes: maxBytes || null, maxFiles: maxFiles || null };
}

export const defaultLimits = (ctx: Pick<Context, 'config'>) =>
  effectiveLimits(ctx, { maxBytes: null, maxFiles: null });

/** Counts declared sizes, including unfinished uploads. */
export async function usageOf(ctx: Context, accountId: string): Promise<Usage> {
  const [account, { _sum }] = await Promise.all([
    ctx.db.account.findUniqueOrThrow({
      where: { id: accountId },
      select: { maxBytes: true, maxFiles: true },
    }),
    ctx.db.tally.aggregate({ where: { ownerId: accountId }, _sum: { sizeBytes: true, files: true } }),
  ]);
  return {
    bytes: Number(_sum.sizeBytes ?? 0),
    files: Number(_sum.files ?? 0),
    ...effectiveLimits(ctx, account),
  };
}

/** `refusal` builds the error for exceeding the quota by `need`, if known. */
export type RemainingQuota = QuotaDemand & {
  refusal: (over: keyof QuotaDemand, need?: QuotaDemand) => AppError | Promise<AppError>;
};

/** Values are infinite without a limit and negative after a limit was lowered. */
export async function remainingQuota(ctx: Context, ownerId: string): Promise<RemainingQuota> {
  const { bytes, files, maxBytes, maxFiles } = await usageOf(ctx, ownerId);
  const left = { bytes: remainingOf(maxBytes, bytes), files: remainingOf(maxFiles, files) };
  const overBytes = async (missingBytes: number) => {
    const max = { bytes: maxBytes ?? 0 };
    const blocking = await findBlockingUpload(ctx, ownerId, missingBytes);
    return blocking
      ? new AppError('upload.roomHeld', { ...blocking, max })
      : new AppError('upload.quotaBytes', { max, left: { bytes: Math.max(0, left.bytes) } });
  };
  const refusal = (over: keyof QuotaDemand, need?: QuotaDemand) => {
    // Senders learn no figures about the account.
    if (ctx.alias || ctx.viewer?.id !== ownerId) return new AppError('upload.inboxFull');
    if (over === 'bytes') return overBytes(need ? need.bytes - left.bytes : 1);
    return new AppError('upload.quotaFiles', { max: maxFiles ?? 0, left: Math.max(0, left.files) });
  };
  return { ...left, refusal };
}

/** Returns the error if `need` exceeds the quota, otherwise null. */
export async function quotaRefusal(
  ctx: Context,
  ownerId: string,
  need: QuotaDemand,
): Promise<AppError | null> {
  const left = await remainingQuota(ctx, ownerId);
  if (need.bytes > left.bytes) return left.refusal('bytes', need);
  return need.files > left.files ? left.refusal('files', need) : null;
}

/** Uploads that paused for less than this are still running. */
const pausedMs = 60_000;

/** Finds a single stalled upload whose removal would free the missing bytes. */
async function findBlockingUpload({ db, now }: Context, ownerId: string, missingBytes: number) {
  const file = await db.file.findFirst({
    where: {
      state: 'incoming',
      share: { ownerId },
      sizeBytes: { gte: missingBytes },
      upload: { leaseHolder: null, updatedAt: { lt: new Date(now.getTime() - pausedMs) } },
    },
    orderBy: { sizeBytes: 'desc' },
    select: { name: true, sizeBytes: true, share: { select: { id: true, name: true, description: true } } },
  });
  if (!file) return null;
  const { id, name, description } = file.share;
  const title = shareTitle(description, name)?.slice(0, 255) ?? shortId(id);
  return { file: file.name, share: title, held: { bytes: Number(file.sizeBytes) } };
}

const remainingOf = (max: number | null, used: number) =>
  max === null ? Number.POSITIVE_INFINITY : max - used;
