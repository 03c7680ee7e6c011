import 'server-only';
import type { Context } from '@/lib/server/context';
import { hasArrived } from '@/lib/server/db/file-rows';
import { sha256Of } from '@/lib/server/services/storage/sha256-of';

type UnhashedFile = { id: string; sizeBytes: bigint };

/**
 * Computes missing checksums, which uploads across restarts or nodes leave. One file at a time, because it
 * reads every byte again. Index: File_unhashed_idx.
 */
export async function hashFiles(ctx: Context): Promise<number> {
  const unreadable: string[] = [];
  for (let hashed = 0; ; hashed++) {
    const [file] = await ctx.db.$queryRaw<UnhashedFile[]>`
      SELECT f."id", f."sizeBytes" FROM "File" f
      WHERE ${hasArrived} AND f."sha256" IS NULL AND f."id" <> ALL (${unreadable}::text[])
      ORDER BY f."id" LIMIT 1`;
    if (!file) return hashed;
    try {
      const sha256 = await sha256Of(ctx.storage, file.id, Number(file.sizeBytes));
      await ctx.db.file.updateMany({ where: { id: file.id }, data: { sha256 } });
    } catch (error) {
      unreadable.push(file.id);
      ctx.log.error({ err: error, fileId: file.id }, 'a file could not be read for its checksum');
    }
  }
}
