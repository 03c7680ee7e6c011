import 'server-only';
import type { z } from 'zod';
import type { albumModes } from '@/lib/contract/alias/album';
import { AppError } from '@/lib/contract/errors';
import { unlimitedViews } from '@/lib/domain/publish';
import { shareTitle } from '@/lib/domain/title';
import type { UserContext } from '@/lib/server/context';
import { hasArrived, lockShareRow } from '@/lib/server/db/file-rows';
import type { Alias, Prisma, Share } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { lockOwnedAlias } from '@/lib/server/services/access/alias';
import { lockManaged } from '@/lib/server/services/access/share';
import { firstFileName } from '@/lib/server/services/file/stored-file';
import { publishWithin } from '@/lib/server/services/share/publish';

type AlbumMode = z.infer<z.ZodEnum<{ [K in (typeof albumModes)[number]]: K }>>;

/**
 * Creates an album, a published share of its own, or detaches it without deleting that share.
 * @throws alias.notFound, alias.notOwner, alias.sealedOnly, share.passwordNeeded
 */
export async function setAlbum(
  ctx: UserContext,
  { aliasId, mode }: { aliasId: string; mode: AlbumMode },
): Promise<{ share: string | null }> {
  return ctx.db.$transaction(async (tx) => {
    await lockOwnedAlias(tx, ctx.viewer, aliasId);
    const alias = await tx.alias.findUniqueOrThrow({ where: { id: aliasId }, include: { seal: true } });
    if (mode !== 'off' && alias.seal?.enabled) throw new AppError('alias.sealedOnly');
    const albumId = mode === 'off' ? null : (alias.albumId ?? (await createAlbum(ctx, tx, alias)));
    await tx.alias.update({ where: { id: aliasId }, data: { albumId, albumChecks: mode === 'checked' } });
    const object = { type: 'alias', id: redactedId(aliasId) } as const;
    await record(ctx, { event: 'alias.modify', object, details: { album: mode } }, tx);
    return { share: albumId };
  });
}

async function createAlbum(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  { id: aliasId, name, validityMs }: Pick<Alias, 'id' | 'name' | 'validityMs'>,
): Promise<string> {
  const shareId = ctx.newId();
  await tx.share.create({
    data: {
      id: shareId,
      ownerId: ctx.viewer.id,
      aliasId,
      name,
      validityMs: Math.min(Number(validityMs), ctx.config.MAX_VALIDITY),
      maxViews: unlimitedViews,
      createdAt: ctx.now,
    },
  });
  const object = { type: 'share', id: shareId } as const;
  await record(ctx, { event: 'share.create', object, shareId, details: { album: true } }, tx);
  await publishWithin(ctx, tx, { shareId, reuseId: true });
  return shareId;
}

/**
 * Lets visitors of a share add files through an alias created for it, or stops that.
 * @throws share.notFound also for members of the alias that it came through, share.sealed, album.received
 */
export async function letVisitorsAdd(
  ctx: UserContext,
  { shareId, value }: { shareId: string; value: boolean },
): Promise<{ alias: string | null }> {
  return ctx.db.$transaction(async (tx) => {
    const share = await lockManaged(tx, ctx.viewer, shareId);
    if (share.ownerId !== ctx.viewer.id) throw new AppError('share.notFound');
    const existing = await tx.alias.findFirst({ where: { albumId: shareId } });
    if (!existing && !value) return { alias: null };
    const alias = existing ?? (await createUploadAlias(ctx, tx, share));
    await tx.alias.update({ where: { id: alias.id }, data: { enabled: value } });
    const object = { type: 'alias', id: redactedId(alias.id) } as const;
    await record(ctx, { event: 'alias.modify', object, shareId, details: { enabled: value } }, tx);
    return { alias: value ? alias.id : null };
  });
}

async function createUploadAlias(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  share: Pick<Share, 'id' | 'name' | 'description' | 'validityMs' | 'aliasId' | 'e2ee'>,
) {
  if (share.e2ee !== null) throw new AppError('share.sealed');
  if (share.aliasId !== null) throw new AppError('album.received');
  const { id: albumId, name, description, validityMs } = share;
  const title = shareTitle(description, name) ?? (await firstFileName(tx, albumId)) ?? ctx.viewer.login;
  const alias = await tx.alias.create({
    data: {
      id: ctx.newId(),
      ownerId: ctx.viewer.id,
      name: title.slice(0, 255),
      validityMs,
      albumId,
      createdAt: ctx.now,
    },
  });
  await tx.share.update({ where: { id: albumId }, data: { aliasId: alias.id } });
  const object = { type: 'alias', id: redactedId(alias.id) } as const;
  await record(ctx, { event: 'alias.create', object, shareId: albumId, details: { album: true } }, tx);
  return alias;
}

/**
 * Moves a delivery's files into the album of its alias. Their sender can still remove them there.
 * @throws share.notFound, share.blocked, share.sealed, album.none, upload.tooLarge when both exceed the limit of one share
 */
export async function addToAlbum(ctx: UserContext, { shareId }: { shareId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { aliasId, sizeBytes, e2ee } = await lockManaged(tx, ctx.viewer, shareId);
    if (e2ee !== null) throw new AppError('share.sealed');
    const alias = aliasId ? await tx.alias.findUnique({ where: { id: aliasId } }) : null;
    const albumId = alias?.albumId;
    if (!albumId || albumId === shareId) throw new AppError('album.none');
    await lockShareRow(tx, albumId);
    const select = { sizeBytes: true, blockedAt: true };
    const album = await tx.share.findUniqueOrThrow({ where: { id: albumId }, select });
    if (album.blockedAt !== null) throw new AppError('share.blocked');
    const max = ctx.config.MAX_SIZE;
    if (Number(album.sizeBytes + sizeBytes) > max)
      throw new AppError('upload.tooLarge', { size: { bytes: max } });
    const moved = await tx.$executeRaw`
      UPDATE "File" f SET "shareId" = ${albumId}, "creationKey" = NULL, "addedBy" = coalesce(f."addedBy", (
        SELECT "receiptHash" FROM "Delivery" WHERE "shareId" = ${shareId}))
      WHERE f."shareId" = ${shareId} AND ${hasArrived}`;
    const seen = { seenAt: ctx.now, doneAt: ctx.now };
    await tx.delivery.upsert({ where: { shareId }, create: { shareId, ...seen }, update: seen });
    const object = { type: 'share', id: albumId } as const;
    await record(ctx, { event: 'share.modify', object, shareId: albumId, details: { added: moved } }, tx);
  }, longTransaction);
}
