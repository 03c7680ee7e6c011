import 'server-only';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { whereArrived } from '@/lib/server/db/file-rows';
import { completeFiles } from '@/lib/server/services/storage/stored-files';
import { createStorageId, readStorageId } from '@/lib/server/storage/disk/data-folder';

const key = 'storage';

/**
 * Refuses to start when STORAGE was changed and files are missing there. Restarts unfinished uploads, whose bytes are
 * in the old storage.
 */
export async function checkStorageChange(ctx: Context): Promise<void> {
  const { STORAGE } = ctx.config;
  const before = await lastStorage(ctx);
  if (before === STORAGE) return;
  if (before !== null) {
    const missing = await countMissing(ctx);
    if (missing > 0) {
      throw new BadConfiguration(
        `STORAGE was "${before}" and is "${STORAGE}" now, where ${missing} files are missing. Copy them first: node scripts/storage.mjs copy --from ${before} --to ${STORAGE}`,
      );
    }
    await ctx.db.upload.updateMany({ data: { offsetBytes: 0, crc32: '00000000' } });
  }
  await ctx.db.setting.upsert({
    where: { key },
    create: { key, value: STORAGE },
    update: { value: STORAGE, updatedAt: ctx.now },
  });
}

const folderKey = 'storage.folder';

/**
 * Refuses to start on another folder than the database's files are in, such as an unmounted disk. The folder's id is
 * stored in the database.
 * @param isAlone true when the folder can't be another: it holds the database, or files are being copied
 */
export async function checkStorageFolder(ctx: Context, { isAlone }: { isAlone: boolean }): Promise<void> {
  const { STORAGE, DATA_DIR } = ctx.config;
  if (STORAGE !== 'disk') return;
  const known = await ctx.db.setting.findUnique({ where: { key: folderKey } });
  const mark = await readStorageId(DATA_DIR);
  if (known && mark === known.value) return;
  if (known && (mark !== null || !(isAlone || (await hasAllFiles(ctx))))) throw wrongFolder(ctx, known.value);
  const id = mark ?? (await createStorageId(DATA_DIR, known ? String(known.value) : ctx.newId()));
  await ctx.db.setting.createMany({ data: { key: folderKey, value: id }, skipDuplicates: true });
  const now = await ctx.db.setting.findUniqueOrThrow({ where: { key: folderKey } });
  if (now.value !== id) throw wrongFolder(ctx, now.value);
}

const wrongFolder = ({ config }: Context, id: unknown) =>
  new BadConfiguration(
    `DATA_DIR is "${config.DATA_DIR}", but the files of this database are in another folder, which has "${id}" in its file storage-id. All nodes need the same one, mounted; if this is the right one, put that id into its storage-id.`,
  );

/** Recognizes a folder restored without its id by its files. */
const hasAllFiles = async (ctx: Context): Promise<boolean> =>
  (await hasFiles(ctx)) && (await countMissing(ctx)) === 0;

/** Null before the first start. */
export async function lastStorage(ctx: Context): Promise<string | null> {
  const known = await ctx.db.setting.findUnique({ where: { key } });
  return known ? String(known.value) : null;
}

const hasFiles = async ({ db }: Context): Promise<boolean> =>
  (await db.file.findFirst({ where: whereArrived, select: { id: true } })) !== null;

async function countMissing(ctx: Context): Promise<number> {
  const sizes = new Map<string, number>();
  for await (const { fileId, sizeBytes, isWhole } of ctx.storage.list())
    if (isWhole) sizes.set(fileId, sizeBytes);
  let missing = 0;
  for await (const { id, sizeBytes } of completeFiles(ctx)) if (sizes.get(id) !== sizeBytes) missing++;
  return missing;
}
