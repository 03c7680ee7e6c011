import 'server-only';
import type { Context } from '@/lib/server/context';
import { runJobSoon } from '@/lib/server/run-job-soon';

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
