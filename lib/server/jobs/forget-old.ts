import 'server-only';
import type { Context } from '@/lib/server/context';

const longestWindowMs = 24 * 3600 * 1000;

/** Removes what was written down longer ago than AUDIT_RETENTION. */
export async function forgetAudit(ctx: Context): Promise<number> {
  const at = { lt: new Date(ctx.now.getTime() - ctx.config.AUDIT_RETENTION) };
  const { count } = await ctx.db.auditEvent.deleteMany({ where: { at } });
  return count;
}

/** Removes counters whose window is over, whichever it was. */
export async function forgetLimits(ctx: Context): Promise<number> {
  const windowAt = { lt: new Date(ctx.now.getTime() - longestWindowMs) };
  const { count } = await ctx.db.rateLimit.deleteMany({ where: { windowAt } });
  return count;
}
