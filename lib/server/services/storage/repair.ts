import 'server-only';
import { audit } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import { lockShareRow, whereArrived } from '@/lib/server/db/file-rows';
import { longTransaction } from '@/lib/server/db/in-steps';
import { removeFileRow } from '@/lib/server/services/file/remove';
import type { Discrepancy } from './compare';

/**
 * Schedules orphaned bytes for removal and deletes rows without bytes. Damaged files stay, for their owner to
 * judge.
 * @returns true if something was changed
 */
export async function repair(ctx: Context, discrepancy: Discrepancy): Promise<boolean> {
  if (discrepancy.kind === 'orphan') {
    await ctx.db.removal.createMany({ data: [{ fileId: discrepancy.fileId }], skipDuplicates: true });
    return true;
  }
  if (discrepancy.kind === 'leftover') {
    await discrepancy.remove();
    return true;
  }
  return discrepancy.kind === 'missing' ? removeRow(ctx, discrepancy.file) : false;
}

async function removeRow(ctx: Context, { id, shareId }: { id: string; shareId: string }): Promise<boolean> {
  return ctx.db.$transaction(async (tx) => {
    await lockShareRow(tx, shareId);
    const isRemoved = await removeFileRow(tx, { fileId: id, shareId });
    if (isRemoved) {
      const details = { reason: 'bytes missing' };
      await audit(ctx, { event: 'file.remove', object: { type: 'file', id }, shareId, details }, tx);
    }
    return isRemoved;
  }, longTransaction);
}

/** More than half of all files missing suggests an unmounted folder or the wrong bucket. */
export async function looksUnmounted({ db }: Context, discrepancies: Discrepancy[]): Promise<boolean> {
  const missing = discrepancies.filter(({ kind }) => kind === 'missing').length;
  return missing > 0 && missing * 2 > (await db.file.count({ where: whereArrived }));
}
