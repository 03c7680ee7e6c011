import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { refundUnarrived } from '@/lib/server/services/upload/remove';
import { uploadsInBatches } from './uploads-in-batches';

/**
 * Deletes files whose upload made no progress for UPLOAD_TTL. Uploads with all bytes are left to
 * `finishUploads`.
 */
export async function dropStaleUploads(ctx: Context): Promise<number> {
  let dropped = 0;
  for await (const uploads of uploadsInBatches(ctx.db, { until: ctx.now })) {
    const stale = uploads.filter(({ isWhole }) => !isWhole);
    if (stale.length > 0) dropped += await drop(ctx, stale);
  }
  return dropped;
}

/** At most one batch per transaction, because statements time out after ten seconds. */
function drop({ db, now }: Context, stale: { fileId: string; shareId: string }[]): Promise<number> {
  const shares = stale.map(({ shareId }) => shareId);
  const files = stale.map(({ fileId }) => fileId);
  return db.$transaction(async (tx) => {
    // Locks the shares first and in order, as all deletions of files do, to avoid deadlocks.
    await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ANY (${shares}::text[]) ORDER BY "id" FOR NO KEY UPDATE`;
    await refundUnarrived(tx, await staleOf(tx, files, now));
    // Checked again, because an upload that continues extends its expiry. Searched by key, not by expiry.
    const gone = await tx.$queryRaw<{ fileId: string }[]>`
      DELETE FROM "Upload" WHERE "fileId" = ANY (${files}::text[]) AND ("expiresAt" <= ${now}) IS TRUE
      RETURNING "fileId"`;
    const ids = gone.map(({ fileId }) => fileId);
    return tx.$executeRaw`DELETE FROM "File" WHERE "id" = ANY (${ids}::text[])`;
  });
}

async function staleOf(tx: Prisma.TransactionClient, files: string[], now: Date): Promise<string[]> {
  const rows = await tx.$queryRaw<{ fileId: string }[]>`
    SELECT "fileId" FROM "Upload" WHERE "fileId" = ANY (${files}::text[]) AND ("expiresAt" <= ${now}) IS TRUE
    FOR UPDATE`;
  return rows.map(({ fileId }) => fileId);
}
