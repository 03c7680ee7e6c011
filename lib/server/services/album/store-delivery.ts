import 'server-only';
import type { AliasContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { receiptHash } from '@/lib/server/services/delivery/insert';
import { markUnread } from '@/lib/server/services/delivery/unread';
import {
  existingShareQuota,
  newShareQuota,
  type StoredPart,
  storeFiles,
  storeShare,
} from '@/lib/server/services/form/store';
import type { RemainingQuota } from '@/lib/server/services/quota/refusal';
import { hasMessage, insertShare, type NewShare } from '@/lib/server/services/share/create';
import type { UploadRule } from '@/lib/server/services/upload/access';

type InboxDelivery = {
  allowed: UploadRule;
  share: NewShare;
  files: StoredPart[];
  /** Set when the sender already has a secret. */
  addedBy: string | null;
};

export const inboxQuota = (ctx: AliasContext): Promise<RemainingQuota> =>
  ctx.alias.albumId ? existingShareQuota(ctx, ctx.alias.albumId) : newShareQuota(ctx, ctx.alias.ownerId);

/**
 * Stores one request's files as a delivery, or in the alias' album. An album has no place for text, so text becomes a
 * delivery without files.
 * @throws whatever `storeShare` and `storeFiles` throw
 */
export async function storeDelivery(
  ctx: AliasContext,
  { allowed, share, files, addedBy }: InboxDelivery,
): Promise<{ id: string; receipt: string }> {
  const { albumId, ownerId, id: aliasId } = ctx.alias;
  const receipt = share.delivered?.receipt ?? '';
  if (!albumId) return { ...(await storeShare(ctx, share, files)), receipt };
  const also = async (tx: Prisma.TransactionClient) => {
    if (hasMessage(share)) await insertShare(ctx, tx, share);
    await markUnread(tx, { shareId: albumId, ownerId, aliasId });
  };
  await storeFiles(ctx, { shareId: albumId, allowed, files, addedBy: addedBy ?? receiptHash(receipt) }, also);
  return { id: aliasId, receipt };
}
