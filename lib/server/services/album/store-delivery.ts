import 'server-only';
import type { AliasContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { receiptHash } from '@/lib/server/services/delivery/insert';
import { noteUnread } from '@/lib/server/services/delivery/unread';
import {
  keepFiles,
  keepShare,
  roomInNew,
  roomInShare,
  type StoredPart,
} from '@/lib/server/services/form/keep';
import type { Room } from '@/lib/server/services/quota/refusal';
import { insertShare, type NewShare, saysSomething } from '@/lib/server/services/share/create';
import type { Uploadable } from '@/lib/server/services/upload/access';

type InboxDelivery = {
  allowed: Uploadable;
  share: NewShare;
  files: StoredPart[];
  /** Set when the sender already has a secret. */
  addedBy: string | null;
};

export const inboxQuota = (ctx: AliasContext): Promise<Room> =>
  ctx.alias.albumId ? roomInShare(ctx, ctx.alias.albumId) : roomInNew(ctx, ctx.alias.ownerId);

/**
 * Stores one request's files as a delivery, or in the alias' album. An album has no place for text, so text becomes a
 * delivery without files.
 * @throws whatever `keepShare` and `keepFiles` throw
 */
export async function storeDelivery(
  ctx: AliasContext,
  { allowed, share, files, addedBy }: InboxDelivery,
): Promise<{ id: string; receipt: string }> {
  const { albumId, ownerId, id: aliasId } = ctx.alias;
  const receipt = share.delivered?.receipt ?? '';
  if (!albumId) return { ...(await keepShare(ctx, share, files)), receipt };
  const also = async (tx: Prisma.TransactionClient) => {
    if (saysSomething(share)) await insertShare(ctx, tx, share);
    await noteUnread(tx, { shareId: albumId, ownerId, aliasId });
  };
  await keepFiles(ctx, { shareId: albumId, allowed, files, addedBy: addedBy ?? receiptHash(receipt) }, also);
  return { id: aliasId, receipt };
}
