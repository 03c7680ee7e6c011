import 'server-only';
import type { Context } from '@/lib/server/context';
import { hasArrived } from '@/lib/server/db/file-rows';
import { failureReason } from '@/lib/server/outside/outside-failure';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { sha256Of } from '@/lib/server/services/storage/stored-files';
import { isRefused } from '@/lib/server/storage/s3/errors';

const batch = 100;

const maxFailures = 10;

/** A run goes past so many that a lock or policy keeps. Each is asked for again after a day. */
const maxRefused = 100;

/** Of one run. */
type Removed = { count: number; failed: string[]; refused: string[] };

/**
 * Deletes the bytes of removed files and broken forms. Deletes the row after the bytes, so a crash only
 * repeats. Failures wait for the next run.
 */
export async function removeBytes(ctx: Context): Promise<number> {
  const removed: Removed = { count: 0, failed: [], refused: [] };
  for (let hasMore = true; hasMore && removed.refused.length < maxRefused; ) {
    const removals = await ctx.db.$queryRaw<{ fileId: string }[]>`
      SELECT "fileId" FROM "Removal"
      WHERE "since" <= clock_timestamp() AND "fileId" <> ALL (${removed.failed}::text[])
      ORDER BY "since" LIMIT ${batch}`;
    for (const { fileId } of removals) await removeFile(ctx, fileId, removed);
    hasMore = removals.length === batch;
  }
  sayRefused(ctx, removed.refused);
  return removed.count;
}

async function removeFile({ db, log, storage }: Context, fileId: string, removed: Removed): Promise<void> {
  const error = await failureOf(() => storage.remove(fileId));
  if (error === null) {
    await db.removal.deleteMany({ where: { fileId } });
    removed.count++;
  } else if (isRefused(error)) {
    removed.refused.push(failureReason(error));
    await db.$executeRaw`
      UPDATE "Removal" SET "since" = clock_timestamp() + interval '1 day' WHERE "fileId" = ${fileId}`;
  } else {
    removed.failed.push(fileId);
    if (removed.failed.length >= maxFailures) throw error;
    log.error({ err: error, fileId }, 'the bytes of a deleted file could not be removed');
  }
}

/** @returns null where the work is done */
const failureOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => null,
    (error: unknown) => error,
  );

function sayRefused({ log }: Context, [reason, ...others]: string[]): void {
  if (reason === undefined) return;
  log.error({ count: others.length + 1, reason }, 'the storage refuses to delete what is to be removed');
}

export const removeBytesSoon = (ctx: Context): void => runJobSoon(ctx, 'remove bytes');

const ageMs = 3_600_000;

/** Deletes what a dead process had started in a bucket and not recorded. */
export async function removeLeftovers(ctx: Context): Promise<number> {
  const refused: string[] = [];
  let removed = 0;
  for await (const leftover of ctx.storage.leftovers(new Date(ctx.now.getTime() - ageMs))) {
    const error = await failureOf(() => leftover.remove());
    if (error === null) removed++;
    else if (!isRefused(error)) throw error;
    else if (refused.push(failureReason(error)) >= maxRefused) break;
  }
  sayRefused(ctx, refused);
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
