import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';

/** Deletes files whose upload made no progress for UPLOAD_TTL. One that has all its bytes is only to be finished. */
export async function dropStaleUploads(ctx: Context): Promise<number> {
  const stale = Prisma.sql`u."expiresAt" <= ${ctx.now} AND u."offsetBytes" < f."sizeBytes"`;
  // The shares first, in one order, as everybody who deletes files does: so nobody waits in a circle.
  const [, count] = await ctx.db.$transaction([
    ctx.db.$queryRaw`
      SELECT 1 FROM "Share" WHERE "id" IN (
        SELECT f."shareId" FROM "File" f JOIN "Upload" u ON u."fileId" = f."id" WHERE ${stale})
      ORDER BY "id" FOR UPDATE`,
    ctx.db.$executeRaw`DELETE FROM "File" f USING "Upload" u WHERE u."fileId" = f."id" AND ${stale}`,
  ]);
  return count;
}
