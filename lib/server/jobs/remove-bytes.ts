import 'server-only';
import type { Context } from '@/lib/server/context';
import { runJobSoon } from '@/lib/server/run-job-soon';

const batch = 100;

/** When this many can't be removed, the storage itself is out of order. */
const maxFailures = 10;

/**
 * Takes the bytes of deleted files off storage, and those of forms that never got through. A note goes only after its
 * bytes, so a crash repeats harmlessly. What can't be removed waits for the next run and holds nothing else up.
 */
export async function removeBytes(ctx: Context): Promise<number> {
  const failed: string[] = [];
  for (let removed = 0; ; ) {
    const notes = await ctx.db.$queryRaw<{ fileId: string }[]>`
      SELECT "fileId" FROM "Removal" WHERE "since" <= clock_timestamp() AND "fileId" <> ALL (${failed}::text[])
      ORDER BY "since" LIMIT ${batch}`;
    for (const { fileId } of notes) {
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
    if (notes.length < batch) return removed;
  }
}

/** The rows are gone already. */
export const removeBytesSoon = (ctx: Context): void => runJobSoon(ctx, 'remove bytes');
