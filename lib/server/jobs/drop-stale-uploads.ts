import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';

/** So many files go with one transaction, because a statement may take ten seconds. */
const batch = 5_000;

/** Deletes files whose upload made no progress for UPLOAD_TTL. One that has all its bytes is only to be finished. */
export async function dropStaleUploads(ctx: Context): Promise<number> {
  for (let dropped = 0; ; ) {
    const { found, gone } = await dropSome(ctx);
    dropped += gone;
    if (found < batch) return dropped;
  }
}

function dropSome({ db, now }: Context): Promise<{ found: number; gone: number }> {
  const isStale = Prisma.sql`u."expiresAt" <= ${now} AND u."offsetBytes" < f."sizeBytes"`;
  return db.$transaction(async (tx) => {
    const stale = await tx.$queryRaw<{ id: string; shareId: string }[]>`
      SELECT f."id", f."shareId" FROM "Upload" u JOIN "File" f ON f."id" = u."fileId"
      WHERE ${isStale} ORDER BY u."expiresAt" LIMIT ${batch}`;
    const shares = stale.map(({ shareId }) => shareId);
    // The shares first, in one order, as everybody who deletes files does: so nobody waits in a circle.
    await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ANY (${shares}::text[]) ORDER BY "id" FOR NO KEY UPDATE`;
    const ids = stale.map(({ id }) => id);
    const gone = await tx.$executeRaw`
      DELETE FROM "File" f USING "Upload" u
      WHERE f."id" = ANY (${ids}::text[]) AND u."fileId" = f."id" AND ${isStale}`;
    return { found: stale.length, gone };
  });
}
