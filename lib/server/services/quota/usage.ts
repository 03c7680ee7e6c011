import 'server-only';
import type { Usage } from '@/lib/contract/usage';
import type { Context } from '@/lib/server/context';

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
