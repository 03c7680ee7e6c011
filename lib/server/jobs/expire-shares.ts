import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { removeSome } from '@/lib/server/services/share/remove-some';

export async function expireShares(ctx: Context): Promise<number> {
  const since = new Date(ctx.now.getTime() - ctx.config.CLEANUP_GRACE);
  const isExpired = Prisma.sql`s."id" IN (
    SELECT "shareId" FROM "Publication" WHERE "enabled" AND "publishUntil" < ${since})`;
  for (let removed = 0; ; ) {
    const some = await removeSome(ctx.db, isExpired);
    removed += some;
    if (some === 0) return removed;
  }
}
