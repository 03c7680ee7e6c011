import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma, Publication } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';

/** Records the end of an expired link before a new publication overwrites its date. */
export async function recordLinkEnd(
  ctx: Context,
  tx: Prisma.TransactionClient,
  link: Pick<Publication, 'shareId' | 'enabled' | 'publishUntil'> | null,
): Promise<void> {
  if (!link?.enabled || link.publishUntil > ctx.now) return;
  const { shareId, publishUntil: at } = link;
  await record(ctx, { event: 'share.expire', shareId, activity: { at } }, tx);
}
