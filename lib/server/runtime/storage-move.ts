import 'server-only';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { whereArrived } from '@/lib/server/db/file-rows';
import { completeFiles } from '@/lib/server/services/storage/stored-files';
import { createStorageId, readStorageId } from '@/lib/server/storage/disk/data-folder';
import { diskFolders } from '@/lib/server/storage/disk/folders';

const key = 'storage';
const bucketKey = 'storage.bucket';

/**
 * Refuses to start when STORAGE or the bucket was changed and files are missing there. Restarts unfinished uploads,
 * whose bytes are in the old storage.
 */
export async function checkStorageChange(ctx: Context): Promise<void> {
  const { STORAGE, S3_BUCKET = '', S3_PREFIX } = ctx.config;
  await checkChange(
    ctx,
    { key, present: STORAGE },
    (before, missing) =>
      `STORAGE was "${before}" and is "${STORAGE}" now, where ${missing} files are missing. Copy them first: node scripts/storage.mjs copy --from ${before} --to ${STORAGE}`,
  );
  if (STORAGE !== 's3') return;
  const present = `${S3_BUCKET}/${S3_PREFIX}`;
  await checkChange(
    ctx,
    { key: bucketKey, present },
    (before, missing) =>
      `S3_BUCKET and S3_PREFIX were "${before}" and are "${present}" now, where ${missing} files are missing. Copy them there first, or set what it was.`,
  );
}

async function checkChange(
  ctx: Context,
  { key, present }: { key: string; present: string },
  complaint: (before: string, missing: number) => string,
): Promise<void> {
  const before = await storedText(ctx, key);
  if (before === present) return;
  if (before !== null) {
    const missing = await countMissing(ctx);
    if (missing > 0) throw new BadConfiguration(complaint(before, missing));
    await ctx.db.upload.updateMany({ data: { offsetBytes: 0, crc32: '00000000' } });
  }
  await ctx.db.setting.upsert({
    where: { key },
    create: { key, value: present },
    update: { value: present, updatedAt: ctx.now },
  });
}

const folderKey = 'storage.folder';

/**
 * Refuses to start on another folder than the database's files are in, such as an unmounted disk. The folder's id is
 * stored in the database.
 * @param isAlone true when the folder can't be another: it holds the database, or files are being copied
 */
export async function checkStorageFolder(ctx: Context, { isAlone }: { isAlone: boolean }): Promise<void> {
  if (ctx.config.STORAGE !== 'disk') return;
  const { root } = diskFolders(ctx.config);
  const known = await ctx.db.setting.findUnique({ where: { key: folderKey } });
  const mark = await readStorageId(root);
  if (known && mark === known.value) return;
  if (known && (mark !== null || !(isAlone || (await hasAllFiles(ctx))))) throw wrongFolder(ctx, known.value);
  const id = mark ?? (await createStorageId(root, known ? String(known.value) : ctx.newId()));
  await ctx.db.setting.createMany({ data: { key: folderKey, value: id }, skipDuplicates: true });
  const now = await ctx.db.setting.findUniqueOrThrow({ where: { key: folderKey } });
  if (now.value !== id) throw wrongFolder(ctx, now.value);
}

const wrongFolder = ({ config }: Context, id: unknown) =>
  new BadConfiguration(
    `${config.FILES_DIR === undefined ? 'DATA_DIR' : 'FILES_DIR'} is "${diskFolders(config).root}", but the files of this database are in another folder, which has "${id}" in its file storage-id. All nodes need the same one, mounted; if this is the right one, put that id into its storage-id.`,
  );

/** Recognizes a folder restored without its id by its files. */
const hasAllFiles = async (ctx: Context): Promise<boolean> =>
  (await hasFiles(ctx)) && (await countMissing(ctx)) === 0;

/** Null before the first start. */
export const lastStorage = (ctx: Context): Promise<string | null> => storedText(ctx, key);

async function storedText(ctx: Context, key: string): Promise<string | null> {
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
