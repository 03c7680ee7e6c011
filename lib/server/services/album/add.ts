import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { hasArrived, lockShareRow } from '@/lib/server/db/file-rows';
import { longTransaction } from '@/lib/server/db/in-steps';
import { lockManaged } from '@/lib/server/services/access/share';

/**
 * Moves a delivery's files into the album of its alias. Their sender can still remove them there.
 * @throws share.notFound, album.none, upload.tooLarge when both exceed the limit of one share
 */
export async function addToAlbum(ctx: UserContext, { shareId }: { shareId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { aliasId, sizeBytes } = await lockManaged(tx, ctx.viewer, shareId);
    const alias = aliasId ? await tx.alias.findUnique({ where: { id: aliasId } }) : null;
    const albumId = alias?.albumId;
    if (!albumId || albumId === shareId) throw new AppError('album.none');
    await lockShareRow(tx, albumId);
    const album = await tx.share.findUniqueOrThrow({ where: { id: albumId }, select: { sizeBytes: true } });
    const max = ctx.config.MAX_SIZE;
    if (Number(album.sizeBytes + sizeBytes) > max)
      throw new AppError('upload.tooLarge', { size: { bytes: max } });
    const moved = await tx.$executeRaw`
      UPDATE "File" f SET "shareId" = ${albumId}, "addedBy" = coalesce(f."addedBy", (
        SELECT "receiptHash" FROM "Delivery" WHERE "shareId" = ${shareId}))
      WHERE f."shareId" = ${shareId} AND ${hasArrived}`;
    const seen = { seenAt: ctx.now, doneAt: ctx.now };
    await tx.delivery.upsert({ where: { shareId }, create: { shareId, ...seen }, update: seen });
    const object = { type: 'share', id: albumId } as const;
    await audit(ctx, { event: 'share.modify', object, shareId: albumId, details: { added: moved } }, tx);
  }, longTransaction);
}
