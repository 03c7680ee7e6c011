import 'server-only';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { lockManaged } from '@/lib/server/services/access/share';

/**
 * Returns the share's future link, for sending while files are still uploading. It opens only once published; a
 * published share is unchanged. @throws share.notFound
 */
export async function reserveWithin(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  shareId: string,
): Promise<{ id: string }> {
  const { publication } = await lockManaged(tx, ctx.viewer, shareId);
  if (publication?.enabled) return { id: publication.linkId };
  const linkId = publication?.linkId ?? ctx.newId();
  const never = { version: 0, enabled: false, publishedAt: ctx.now, publishUntil: ctx.now };
  await tx.publication.upsert({
    where: { shareId },
    create: { shareId, linkId, reservedAt: ctx.now, ...never },
    update: { reservedAt: ctx.now },
  });
  return { id: linkId };
}
