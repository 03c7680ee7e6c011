import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma, Publication } from '@/lib/server/db/generated/client';
import { record } from './record';

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

type Link = Pick<Publication, 'enabled' | 'publishUntil'> | null;

/** Programs outside are told of a link that ends before its time. Null where none was open. */
export const endPayload = (
  { now }: Context,
  link: Link,
  reason: 'withdrawn' | 'deleted' | 'takenDown',
): { reason: string } | null => (link?.enabled && link.publishUntil > now ? { reason } : null);
