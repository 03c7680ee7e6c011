import 'server-only';
import type { Usage } from '@/lib/contract/usage';
import type { Context } from '@/lib/server/context';

type OwnLimits = { maxBytes: bigint | null; maxFiles: number | null };

/** The limits that count for an account; null where there is none. */
export function limitsFor({ config }: Pick<Context, 'config'>, own: OwnLimits) {
  const maxBytes = Number(own.maxBytes ?? config.ACCOUNT_MAX_SIZE);
  const maxFiles = own.maxFiles ?? config.ACCOUNT_MAX_FILES;
  return { maxBytes: maxBytes || null, maxFiles: maxFiles || null };
}

/** What counts for an account that nobody has set a limit for. */
export const defaultLimits = (ctx: Pick<Context, 'config'>) =>
  limitsFor(ctx, { maxBytes: null, maxFiles: null });

/** What an account holds, by declared sizes, whichever way it came; and what it may hold. */
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
    ...limitsFor(ctx, account),
  };
}
