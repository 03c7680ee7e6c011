import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { formatBytes } from '@/lib/domain/units';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

export type NewFile = { name: string; path: string; mimeType: string; sizeBytes: number };

/**
 * Announces a file. Its declared size counts from now on, under the lock of the share's row, so that files announced
 * at the same time can't exceed the limit together. A name that is there already stands twice: nothing is replaced.
 * @throws share.notFound, upload.tooLarge
 */
export async function beginUpload(
  ctx: Context,
  { id, shareId, file }: { id: string; shareId: string; file: NewFile },
): Promise<void> {
  const expiresAt = new Date(ctx.now.getTime() + ctx.config.UPLOAD_TTL);
  await ctx.db.$transaction(async (tx) => {
    await lockWithRoom(tx, shareId, { sizeBytes: file.sizeBytes, maxBytes: ctx.config.MAX_SIZE });
    await tx.file.create({
      data: {
        id,
        shareId,
        ...file,
        createdAt: ctx.now,
        upload: { create: { expiresAt, updatedAt: ctx.now } },
      },
    });
  });
}

type Room = { sizeBytes: number; maxBytes: number };

async function lockWithRoom(tx: Prisma.TransactionClient, shareId: string, room: Room): Promise<void> {
  const locked = await tx.$queryRaw<unknown[]>`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR UPDATE`;
  if (locked.length === 0) throw new AppError('share.notFound');
  const { _sum } = await tx.file.aggregate({ where: { shareId }, _sum: { sizeBytes: true } });
  if (Number(_sum.sizeBytes ?? 0) + room.sizeBytes > room.maxBytes) {
    throw new AppError('upload.tooLarge', { size: formatBytes(room.maxBytes) });
  }
}
