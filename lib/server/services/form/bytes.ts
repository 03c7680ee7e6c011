import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';

/**
 * Notes bytes that are about to be stored for a form. Nobody sees them until the whole form is kept, and when that
 * never comes, whatever happens to this process, they are removed after UPLOAD_TTL.
 */
export async function noteBytes(ctx: Context, fileId: string): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO "Removal" ("fileId", "since")
    VALUES (${fileId}, now() + ${ctx.config.UPLOAD_TTL} * interval '1 millisecond')`;
}

/** Puts their removal off: the form goes on. */
export async function renewBytes(ctx: Context, fileIds: string[]): Promise<void> {
  const renewed = await ctx.db.$executeRaw`
    UPDATE "Removal" SET "since" = now() + ${ctx.config.UPLOAD_TTL} * interval '1 millisecond'
    WHERE "fileId" = ANY (${fileIds})`;
  if (renewed < fileIds.length) throw new AppError('upload.expired');
}

/** Has them removed now. */
export async function dropBytes(ctx: Context, fileIds: string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await ctx.db.$executeRaw`UPDATE "Removal" SET "since" = now() WHERE "fileId" = ANY (${fileIds})`;
}
