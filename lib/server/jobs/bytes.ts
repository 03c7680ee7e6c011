import 'server-only';
import type { Context } from '@/lib/server/context';
import { hasArrived } from '@/lib/server/db/file-rows';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { sha256Of } from '@/lib/server/services/storage/stored-files';

const batch = 100;

const maxFailures = 10;

/**
 * Deletes the bytes of removed files and broken forms. Deletes the row after the bytes, so a crash only
 * repeats. Failures wait for the next run.
 */
export async function removeBytes(ctx: Context): Promise<number> {
  const failed: string[] = [];
  for (let removed = 0; ; ) {
    const removals = await ctx.db.$queryRaw<{ fileId: string }[]>`
      SELECT "fileId" FROM "Removal" WHERE "since" <= clock_timestamp() AND "fileId" <> ALL (${failed}::text[])
      ORDER BY "since" LIMIT ${batch}`;
    for (const { fileId } of removals) {
      const failure = await ctx.storage.remove(fileId).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (failure) {
        failed.push(fileId);
        if (failed.length >= maxFailures) throw failure.error;
        ctx.log.error({ err: failure.error, fileId }, 'the bytes of a deleted file could not be removed');
      } else {
        await ctx.db.removal.deleteMany({ where: { fileId } });
        removed++;
      }
    }
    if (removals.length < batch) return removed;
  }
}

export const removeBytesSoon = (ctx: Context): void => runJobSoon(ctx, 'remove bytes');

const ageMs = 3_600_000;

/** Deletes what a dead process had started in a bucket and not recorded. */
export async function removeLeftovers({ storage, now }: Context): Promise<number> {
  let removed = 0;
  for await (const leftover of storage.leftovers(new Date(now.getTime() - ageMs))) {
    await leftover.remove();
    removed++;
  }
  return removed;
}

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
