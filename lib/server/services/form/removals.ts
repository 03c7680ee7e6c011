import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';

/**
 * Schedules the removal of bytes that are about to be stored, for a form or by an import. Nobody sees them until their
 * rows are kept, which cancels it; when that never comes, whatever happens to this process, they go after UPLOAD_TTL.
 */
export async function scheduleRemoval(ctx: Context, fileId: string): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO "Removal" ("fileId", "since")
    VALUES (${fileId}, now() + ${ctx.config.UPLOAD_TTL} * interval '1 millisecond')
    ON CONFLICT ("fileId") DO UPDATE SET "since" = excluded."since"`;
}

/** The form goes on: its bytes are kept for another UPLOAD_TTL. @throws upload.expired when they are gone already */
export async function postponeRemovals(ctx: Context, fileIds: string[]): Promise<void> {
  const renewed = await ctx.db.$executeRaw`
    UPDATE "Removal" SET "since" = now() + ${ctx.config.UPLOAD_TTL} * interval '1 millisecond'
    WHERE "fileId" = ANY (${fileIds})`;
  if (renewed < fileIds.length) throw new AppError('upload.expired');
}

/** The form has failed: its bytes may go at once. */
export async function removeNow(ctx: Context, fileIds: string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await ctx.db.$executeRaw`UPDATE "Removal" SET "since" = now() WHERE "fileId" = ANY (${fileIds})`;
}
