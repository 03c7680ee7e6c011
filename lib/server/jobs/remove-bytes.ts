import 'server-only';
import type { Context } from '@/lib/server/context';
import { soon } from './queue';

const batch = 100;

/**
 * Takes the bytes of deleted files off storage, and those of forms that never got through. A note goes only after its
 * bytes, so a crash repeats harmlessly.
 */
export async function removeBytes(ctx: Context): Promise<number> {
  for (let removed = 0; ; ) {
    const notes = await ctx.db.$queryRaw<{ fileId: string }[]>`
      SELECT "fileId" FROM "Removal" WHERE "since" <= clock_timestamp() ORDER BY "since" LIMIT ${batch}`;
    for (const { fileId } of notes) {
      await ctx.storage.remove(fileId);
      await ctx.db.removal.deleteMany({ where: { fileId } });
      removed++;
    }
    if (notes.length < batch) return removed;
  }
}

/** The rows are gone already. */
export const removeBytesSoon = (ctx: Context): void => soon(ctx, 'remove bytes');
