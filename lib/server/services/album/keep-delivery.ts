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

type Arrived = {
  allowed: Uploadable;
  share: NewShare;
  files: StoredPart[];
  /** Of a sender who has a secret already. */
  addedBy: string | null;
};

/** What one request may bring through an alias. */
export const roomInInbox = (ctx: AliasContext): Promise<Room> =>
  ctx.alias.albumId ? roomInShare(ctx, ctx.alias.albumId) : roomInNew(ctx, ctx.alias.ownerId);

/**
 * Keeps what one request brought through an alias: as a delivery, or in the album of the alias. There words have no
 * place, so they are a delivery without files.
 * @returns the id by which its sender may go on with it
 * @throws what `keepShare` and `keepFiles` do
 */
export async function keepDelivery(
  ctx: AliasContext,
  { allowed, share, files, addedBy }: Arrived,
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
