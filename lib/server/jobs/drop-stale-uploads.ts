import 'server-only';
import type { Context } from '@/lib/server/context';

/** Deletes files whose upload made no progress for UPLOAD_TTL. One that has all its bytes is only to be finished. */
export function dropStaleUploads(ctx: Context): Promise<number> {
  return ctx.db.$executeRaw`
    DELETE FROM "File" f USING "Upload" u
    WHERE u."fileId" = f."id" AND u."expiresAt" <= ${ctx.now} AND u."offsetBytes" < f."sizeBytes"`;
}
