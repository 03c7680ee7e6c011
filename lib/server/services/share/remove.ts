import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import type { Prisma, PrismaClient } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { endPayload } from '@/lib/server/journal/link-end';
import { record } from '@/lib/server/journal/record';
import { lockManaged } from '@/lib/server/services/access/share';
import { emptyShares, removeFileRow } from '@/lib/server/services/file/remove';

/**
 * Removes the rows at once; a trigger records the bytes in "Removal", which `removeBytes` deletes, also after a
 * crash.
 */
export async function removeShare(ctx: UserContext, { shareId }: { shareId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { publication, blockedAt } = await lockManaged(tx, ctx.viewer, shareId, { mayBeBlocked: true });
    await emptyShares(tx, [shareId]);
    const object = { type: 'share', id: shareId } as const;
    const payload = blockedAt === null ? endPayload(ctx, publication, 'deleted') : null;
    await record(ctx, { event: 'share.remove', object, shareId, payload }, tx);
    await tx.share.delete({ where: { id: shareId } });
  }, longTransaction);
}

/** @throws file.notFound also if it belongs to another share */
export async function removeFile(
  ctx: UserContext,
  { shareId, fileId }: { shareId: string; fileId: string },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockManaged(tx, ctx.viewer, shareId, { mayBeBlocked: true });
    const isRemoved = await removeFileRow(tx, { fileId, shareId });
    if (!isRemoved) throw new AppError('file.notFound');
    const object = { type: 'file', id: fileId } as const;
    await record(ctx, { event: 'file.remove', object, shareId, activity: { field: 'files' } }, tx);
  }, longTransaction);
}

const sharesAtOnce = 100;

/** Limits the work lost in a crash; a single larger share exceeds it. */
const filesAtOnce = 10_000;

/**
 * Deletes up to 100 shares `s` that meet `which` and returns their number; call until it is 0. Skips locked
 * shares.
 */
export const removeSome = (db: PrismaClient, which: Prisma.Sql): Promise<number> =>
  db.$transaction(async (tx) => {
    const locked = await tx.$queryRaw<{ id: string }[]>`
      WITH locked AS (
        SELECT s."id", s."fileCount" FROM "Share" s WHERE ${which} LIMIT ${sharesAtOnce} FOR NO KEY UPDATE SKIP LOCKED)
      SELECT "id" FROM (
        SELECT "id", "fileCount", sum("fileCount") OVER (ORDER BY "id") AS "upTo" FROM locked) "few"
      WHERE "upTo" <= ${filesAtOnce} OR "upTo" = "fileCount"`;
    // Checked again under the lock: a link may just have been prolonged.
    const sure = await tx.$queryRaw<{ id: string }[]>`
      SELECT s."id" FROM "Share" s WHERE s."id" = ANY (${idsOf(locked)}::text[]) AND ${which}`;
    await emptyShares(tx, idsOf(sure));
    return tx.$executeRaw`DELETE FROM "Share" WHERE "id" = ANY (${idsOf(sure)}::text[])`;
  }, longTransaction);

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);
