import 'server-only';
import type { Context } from '@/lib/server/context';
import { sha256Of } from '@/lib/server/services/storage/sha256-of';

let running: Promise<number> | null = null;
let isAskedAgain = false;

/**
 * Computes the sha256 of complete files that have none: those whose upload went over a restart. One file at a time
 * in one run at a time, because it reads every byte once more.
 */
export function hashFiles(ctx: Context): Promise<number> {
  isAskedAgain = running !== null;
  running ??= hashAll(ctx).finally(() => {
    running = null;
    if (isAskedAgain) hashFilesSoon(ctx);
  });
  return running;
}

/** Starts without waiting: a file is whole and served without its checksum meanwhile. */
export function hashFilesSoon(ctx: Context): void {
  hashFiles(ctx).catch((error: unknown) => ctx.log.error({ err: error }, 'computing checksums failed'));
}

async function hashAll(ctx: Context): Promise<number> {
  const unreadable: string[] = [];
  for (let hashed = 0; ; hashed++) {
    const file = await ctx.db.file.findFirst({
      where: { state: 'complete', sha256: null, id: { notIn: unreadable } },
      select: { id: true, sizeBytes: true },
    });
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
