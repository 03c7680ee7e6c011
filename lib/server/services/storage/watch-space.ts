import 'server-only';
import { statfs } from 'node:fs/promises';
import * as z from 'zod';
import type { Config } from '@/lib/server/config';
import { type DiskFloor, defaultFloor } from '@/lib/server/config/kinds';
import type { Context, UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { diskFolders } from '@/lib/server/storage/disk/folders';
import { bytesAbove } from '@/lib/server/storage/disk/free-space';

const key = 'space';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Each node looks every 30 seconds, so an older word of it is over. */
const lastsMs = 5 * 60_000;

const StoredLack = z.object({ folder: z.string(), freeBytes: z.number(), mailedAt: z.number() });
type Lack = Pick<z.infer<typeof StoredLack>, 'folder' | 'freeBytes'>;

let warnedAtMs = Number.NEGATIVE_INFINITY;

/** Tells log, admins' mailboxes and their start page before MIN_FREE_DISK makes uploads wait. */
export async function watchSpace(ctx: Context): Promise<void> {
  const lack = await findLack(ctx.config);
  if (!lack) return;
  const nowMs = ctx.now.getTime();
  if (Math.abs(nowMs - warnedAtMs) >= hourMs) {
    warnedAtMs = nowMs;
    ctx.log.warn(lack, 'the disk is nearly full: see MIN_FREE_DISK');
  }
  await ctx.db.$transaction(async (tx) => {
    const value: Prisma.InputJsonObject = { ...lack, mailedAt: 0 };
    await tx.setting.createMany({ data: { key, value, updatedAt: ctx.now }, skipDuplicates: true });
    const [row] = await tx.$queryRaw<{ value: unknown }[]>`
      SELECT "value" FROM "Setting" WHERE "key" = ${key} FOR UPDATE`;
    const { mailedAt = 0 } = StoredLack.safeParse(row?.value).data ?? {};
    const isTold = Math.abs(nowMs - mailedAt) < dayMs;
    const told = { ...lack, mailedAt: isTold ? mailedAt : nowMs };
    await tx.setting.update({ where: { key }, data: { value: told, updatedAt: ctx.now } });
    if (!isTold) await record(ctx, { event: 'disk.low', mail: { facts: lack } }, tx);
  });
}

/** For the start page; null for everybody but admins. */
export async function lackOfSpace({ db, viewer, now }: UserContext): Promise<Lack | null> {
  if (!viewer.admin) return null;
  const row = await db.setting.findUnique({ where: { key } });
  if (!row || now.getTime() - row.updatedAt.getTime() > lastsMs) return null;
  return StoredLack.safeParse(row.value).data ?? null;
}

async function findLack(config: Config): Promise<Lack | null> {
  const filesIn = config.STORAGE === 'disk' ? [diskFolders(config).root] : [];
  for (const folder of new Set([...filesIn, config.DATA_DIR])) {
    if ((await bytesAbove(warningFloor(config.MIN_FREE_DISK), folder)) > 0) continue;
    const { bavail, bsize } = await statfs(folder);
    return { folder, freeBytes: bavail * bsize };
  }
  return null;
}

/** Half as much again as uploads leave free, so that there is time to make room. */
const warningFloor = (floor: DiskFloor): DiskFloor =>
  floor.bytes === 0 ? defaultFloor : { percent: floor.percent * 1.5, bytes: floor.bytes * 1.5 };
