import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { executeDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';

/**
 * Schedules the removal of bytes before they are stored by a form, a bundle or an import. Their rows cancel it; without them the
 * bytes are removed after UPLOAD_TTL, even when this process dies.
 */
export async function scheduleRemovals(ctx: Context, fileIds: string[]): Promise<void> {
  await executeDirect(
    ctx.db,
    Prisma.sql`
    INSERT INTO "Removal" ("fileId", "since")
    SELECT "id", now() + ${ctx.config.UPLOAD_TTL} * interval '1 millisecond' FROM unnest(${fileIds}::text[]) AS f ("id")
    ON CONFLICT ("fileId") DO UPDATE SET "since" = excluded."since"`,
  );
}

/** Keeps a running form's bytes for another UPLOAD_TTL. @throws upload.expired when they are gone already */
export async function postponeRemovals(ctx: Context, fileIds: string[]): Promise<void> {
  const renewed = await ctx.db.$executeRaw`
    UPDATE "Removal" SET "since" = now() + ${ctx.config.UPLOAD_TTL} * interval '1 millisecond'
    WHERE "fileId" = ANY (${fileIds})`;
  if (renewed < fileIds.length) throw new AppError('upload.expired');
}

export async function removeNow(ctx: Context, fileIds: string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await ctx.db.$executeRaw`UPDATE "Removal" SET "since" = now() WHERE "fileId" = ANY (${fileIds})`;
}
