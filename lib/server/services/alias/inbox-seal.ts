import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { InboxSeal } from '@/lib/contract/share/sealed';
import { fingerprintOf } from '@/lib/domain/sealed/fingerprint';
import type { AliasContext, UserContext } from '@/lib/server/context';
import type { InboxSeal as InboxSealRow, Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { lockOwnedAlias, visibleTo } from '@/lib/server/services/access/alias';

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

export const inboxSealOf = ({ publicKey, wrappedKey, salt, iterations }: InboxSealRow): InboxSeal => ({
  publicKey: toBase64(publicKey),
  wrappedKey: toBase64(wrappedKey),
  salt: toBase64(salt),
  iterations,
});

/** Of the key for which senders encrypt now; null where plain files are taken. */
export const fingerprintIn = async (
  seal: Pick<InboxSealRow, 'enabled' | 'publicKey'> | null,
): Promise<string | null> => (seal?.enabled ? fingerprintOf(toBase64(seal.publicKey)) : null);

/** The public key of a sealed inbox; null where plain files are taken. */
export async function senderKey({ db, alias }: AliasContext): Promise<string | null> {
  const where = { aliasId: alias.id, enabled: true };
  const row = await db.inboxSeal.findFirst({ where, select: { publicKey: true } });
  return row && toBase64(row.publicKey);
}

/** @throws alias.notFound */
export async function getInboxSeal(
  { db, viewer }: UserContext,
  { aliasId }: { aliasId: string },
): Promise<{ enabled: boolean; seal: InboxSeal | null }> {
  const where = { AND: [{ id: aliasId }, visibleTo(viewer)] };
  const alias = await db.alias.findFirst({ where, select: { seal: true } });
  if (!alias) throw new AppError('alias.notFound');
  return { enabled: alias.seal?.enabled ?? false, seal: alias.seal && inboxSealOf(alias.seal) };
}

/**
 * Another public key would leave deliveries that nobody can open.
 * @throws alias.notFound, alias.notOwner, alias.sealIsOther, album.received for an inbox with an album
 */
export const setInboxSeal = (
  ctx: UserContext,
  { aliasId, publicKey, wrappedKey, salt, iterations }: InboxSeal & { aliasId: string },
): Promise<void> =>
  changeSeal(ctx, { aliasId, sealed: true }, async (tx) => {
    const where = { id: aliasId };
    const { albumId, seal } = await tx.alias.findUniqueOrThrow({ where, include: { seal: true } });
    if (albumId !== null) throw new AppError('album.received');
    if (seal && toBase64(seal.publicKey) !== publicKey) throw new AppError('alias.sealIsOther');
    const wrapped = { wrappedKey: fromBase64(wrappedKey), salt: fromBase64(salt), iterations, enabled: true };
    const created = { aliasId, publicKey: fromBase64(publicKey), ...wrapped };
    await tx.inboxSeal.upsert({ where: { aliasId }, create: created, update: wrapped });
  });

/** @throws alias.notFound, alias.notOwner */
export const clearInboxSeal = (ctx: UserContext, { aliasId }: { aliasId: string }): Promise<void> =>
  changeSeal(ctx, { aliasId, sealed: false }, async (tx) => {
    await tx.inboxSeal.updateMany({ where: { aliasId }, data: { enabled: false } });
  });

const changeSeal = (
  ctx: UserContext,
  { aliasId, sealed }: { aliasId: string; sealed: boolean },
  write: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<void> =>
  ctx.db.$transaction(async (tx) => {
    await lockOwnedAlias(tx, ctx.viewer, aliasId);
    await write(tx);
    const object = { type: 'alias', id: redactedId(aliasId) } as const;
    await record(ctx, { event: 'alias.modify', object, details: { sealed } }, tx);
  });
