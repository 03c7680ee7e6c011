import 'server-only';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { completeFiles } from '@/lib/server/services/storage/complete-files';

const key = 'storage';

/**
 * Refuses to start on a storage that lacks files, after STORAGE was changed: nobody shall find that out later, file
 * by file. Uploads that were on their way begin anew, because what had arrived is where it was.
 */
export async function noteStorage(ctx: Context): Promise<void> {
  const { STORAGE } = ctx.config;
  const before = await currentStorage(ctx);
  if (before === STORAGE) return;
  if (before !== null) {
    const missing = await countMissing(ctx);
    if (missing > 0) {
      throw new BadConfiguration(
        `STORAGE was "${before}" and is "${STORAGE}" now, where ${missing} files are missing. Copy them first: npm run storage -- copy --from ${before} --to ${STORAGE}`,
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

/** Where the installation's files were at its last start; null where there are none. */
export async function currentStorage(ctx: Context): Promise<string | null> {
  const known = await ctx.db.setting.findUnique({ where: { key } });
  if (known) return String(known.value);
  // Who has files and never noted where they are comes from a time that knew nothing but disks.
  return (await hasFiles(ctx)) ? 'disk' : null;
}

const hasFiles = async ({ db }: Context): Promise<boolean> =>
  (await db.file.findFirst({ where: { state: 'complete' }, select: { id: true } })) !== null;

async function countMissing(ctx: Context): Promise<number> {
  const sizes = new Map<string, number>();
  for await (const { fileId, sizeBytes, isWhole } of ctx.storage.list())
    if (isWhole) sizes.set(fileId, sizeBytes);
  let missing = 0;
  for await (const { id, sizeBytes } of completeFiles(ctx)) if (sizes.get(id) !== sizeBytes) missing++;
  return missing;
}
