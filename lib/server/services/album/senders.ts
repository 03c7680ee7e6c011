import 'server-only';
import * as z from 'zod';
import { AppError } from '@/lib/contract/errors';
import { headerNames } from '@/lib/contract/http/names';
import type { AliasContext, Context } from '@/lib/server/context';
import { lockShareRow } from '@/lib/server/db/file-rows';
import type { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { receiptHash, receiptSecret } from '@/lib/server/services/delivery/insert';
import { markUnread } from '@/lib/server/services/delivery/marks';
import { removeFileRow } from '@/lib/server/services/file/remove';
import {
  existingShareQuota,
  newShareQuota,
  type StoredPart,
  storeFiles,
  storeShare,
} from '@/lib/server/services/form/store';
import type { RemainingQuota } from '@/lib/server/services/quota/usage';
import { hasMessage, insertShare, type NewShare } from '@/lib/server/services/share/create';
import type { UploadRule } from '@/lib/server/services/upload/access';

const maxListed = 10_000;

/** Nothing of an album that was taken down, which stays as it is. */
const addedWith = (token: string) => ({
  addedBy: receiptHash(token),
  share: { albumOf: { some: {} }, blockedAt: null },
});

export async function listOwnFiles(
  { db }: Context,
  { token }: { token: string },
): Promise<{ files: string[] }> {
  const files = await db.file.findMany({ where: addedWith(token), select: { id: true }, take: maxListed });
  return { files: files.map(({ id }) => id) };
}

/** @throws file.notFound, limit.attempts */
export async function removeOwnFile(
  ctx: Context,
  { token, file: fileId }: { token: string; file: string },
): Promise<void> {
  checkGuesser(ctx);
  const where = { id: fileId, ...addedWith(token) };
  const file = await ctx.db.file.findFirst({ where, select: { shareId: true } });
  if (!file) {
    await recordMiss(ctx);
    throw new AppError('file.notFound');
  }
  const { shareId } = file;
  await ctx.db.$transaction(async (tx) => {
    await lockShareRow(tx, shareId);
    if ((await tx.file.count({ where })) === 0) throw new AppError('file.notFound'); // taken down meanwhile
    if (!(await removeFileRow(tx, { fileId, shareId }))) throw new AppError('file.notFound');
    const removed = { object: { type: 'file', id: fileId }, shareId, details: { bySender: true } } as const;
    await record(ctx, { event: 'file.remove', ...removed, activity: { field: 'files' } }, tx);
  }, longTransaction);
}

/** The length of generated ids: a short secret could be guessed. */
const ReceiptSecret = z.string().regex(/^\w{20,100}$/);

export function senderReceiptHash(headers: RequestHeaders): string | null {
  const { data: secret } = ReceiptSecret.safeParse(headers.get(headerNames.receipt));
  return secret ? receiptHash(secret) : null;
}

type InboxDelivery = {
  allowed: UploadRule;
  share: NewShare;
  files: StoredPart[];
  /** Set when the sender already has a secret. */
  addedBy: string | null;
  key: string | null;
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
  { allowed, share, files, addedBy, key }: InboxDelivery,
): Promise<{ id: string; receipt: string }> {
  const { albumId, ownerId, id: aliasId } = ctx.alias;
  const receipt = share.delivered?.receipt ?? '';
  if (!albumId) {
    const { id } = await storeShare(ctx, share, files);
    return { id, receipt: receiptSecret(ctx, id) };
  }
  const also = async (tx: Prisma.TransactionClient) => {
    if (hasMessage(share)) await insertShare(ctx, tx, share);
    await markUnread(tx, { shareId: albumId, ownerId, aliasId });
  };
  const secret = addedBy ?? receiptHash(receipt);
  await storeFiles(ctx, { shareId: albumId, allowed, files, addedBy: secret, key }, also);
  return { id: aliasId, receipt };
}
