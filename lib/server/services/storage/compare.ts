import 'server-only';
import type { Context } from '@/lib/server/context';
import { lockShareRow, whereArrived } from '@/lib/server/db/file-rows';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { errorMessage } from '@/lib/server/plain-error';
import { removeFileRow } from '@/lib/server/services/file/remove';
import type { StoredItem } from '@/lib/server/storage/port';
import { type CompleteFile, completeFiles, sha256Of } from './stored-files';

/** Younger items may still be uploading. */
const ageMs = 3_600_000;

export type Discrepancy =
  /** The row is complete, but the bytes are missing. */
  | { kind: 'missing'; file: CompleteFile }
  | { kind: 'damaged'; file: CompleteFile; reason: string }
  /** No row refers to the bytes. */
  | { kind: 'orphan'; fileId: string; sizeBytes: number }
  /** An abandoned multipart upload in a bucket. */
  | { kind: 'leftover'; name: string; remove: () => Promise<void> };

/**
 * Compares rows and bytes both ways without changing anything.
 * @param isVerifying reads every file and compares its sha256
 */
export async function* compareStorage(ctx: Context, isVerifying: boolean): AsyncGenerator<Discrepancy> {
  const items = new Map<string, StoredItem>();
  for await (const item of ctx.storage.list())
    if (item.isWhole || !items.has(item.fileId)) items.set(item.fileId, item);
  for await (const file of completeFiles(ctx)) {
    const item = items.get(file.id);
    items.delete(file.id);
    const discrepancy = await compareFile(ctx, file, item?.isWhole ? item : undefined, isVerifying);
    if (discrepancy) yield discrepancy;
  }
  yield* findOrphans(ctx, [...items.values()]);
  const before = new Date(ctx.now.getTime() - ageMs);
  for await (const { name, remove } of ctx.storage.leftovers(before))
    yield { kind: 'leftover', name, remove };
}

async function compareFile(
  ctx: Context,
  file: CompleteFile,
  item: StoredItem | undefined,
  isVerifying: boolean,
): Promise<Discrepancy | null> {
  if (!item) return (await isReadable(ctx, file)) ? null : reportMissing(ctx, file);
  if (item.sizeBytes !== file.sizeBytes) {
    return { kind: 'damaged', file, reason: `${item.sizeBytes} of ${file.sizeBytes} bytes` };
  }
  if (!isVerifying || file.sha256 === null) return null;
  const sha256 = await sha256Of(ctx.storage, file.id, file.sizeBytes).catch(errorMessage);
  return sha256 === file.sha256 ? null : { kind: 'damaged', file, reason: `sha256 is ${sha256}` };
}

/** The file may be newer than the listing. */
async function isReadable({ storage }: Context, { id, sizeBytes }: CompleteFile): Promise<boolean> {
  if (sizeBytes === 0) return false;
  try {
    for await (const _ of storage.read(id, { start: sizeBytes - 1, end: sizeBytes - 1 }));
    return true;
  } catch {
    return false;
  }
}

/** Ignores a file that was deleted after its row was read. */
async function reportMissing({ db }: Context, file: CompleteFile): Promise<Discrepancy | null> {
  return (await db.file.count({ where: { id: file.id } })) > 0 ? { kind: 'missing', file } : null;
}

/** Skips bytes with a row or a scheduled removal, and recent ones. */
async function* findOrphans({ db, now }: Context, items: StoredItem[]): AsyncGenerator<Discrepancy> {
  const old = items.filter(({ modifiedAt }) => modifiedAt.getTime() < now.getTime() - ageMs);
  for (let from = 0; from < old.length; from += 500) {
    const group = old.slice(from, from + 500);
    const ids = group.map(({ fileId }) => fileId);
    const files = await db.file.findMany({ where: { id: { in: ids } }, select: { id: true } });
    const removals = await db.removal.findMany({ where: { fileId: { in: ids } }, select: { fileId: true } });
    const known = new Set([...files.map(({ id }) => id), ...removals.map(({ fileId }) => fileId)]);
    for (const id of await thumbnailsAmong(db, ids)) known.add(id);
    for (const { fileId, sizeBytes } of group) {
      if (!known.has(fileId)) yield { kind: 'orphan', fileId, sizeBytes };
    }
  }
}

async function thumbnailsAmong(db: Context['db'], ids: string[]): Promise<string[]> {
  const where = { OR: [{ smallId: { in: ids } }, { largeId: { in: ids } }] };
  const found = await db.thumbnail.findMany({ where, select: { smallId: true, largeId: true } });
  return found.flatMap(({ smallId, largeId }) => [smallId, largeId]).filter((id) => id !== null);
}

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
      await record(ctx, { event: 'file.remove', object: { type: 'file', id }, shareId, details }, tx);
    }
    return isRemoved;
  }, longTransaction);
}

/** More than half of all files missing suggests an unmounted folder or the wrong bucket. */
export async function looksUnmounted({ db }: Context, discrepancies: Discrepancy[]): Promise<boolean> {
  const missing = discrepancies.filter(({ kind }) => kind === 'missing').length;
  return missing > 0 && missing * 2 > (await db.file.count({ where: whereArrived }));
}
