import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';

/** Takes a file back, arrived or not. Who may is decided before; a trigger notes the bytes for removal. */
export async function removeUpload(
  ctx: Context,
  { fileId, shareId }: { fileId: string; shareId: string },
): Promise<void> {
  // The share's row first, as everybody who changes its files does: so nobody waits in a circle.
  const [, { count }] = await ctx.db.$transaction([
    ctx.db.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR UPDATE`,
    ctx.db.file.deleteMany({ where: { id: fileId, shareId } }),
  ]);
  if (count === 0) throw new AppError('upload.notFound');
}
