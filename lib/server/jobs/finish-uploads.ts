import 'server-only';
import type { Context } from '@/lib/server/context';
import { completeUpload } from '@/lib/server/services/upload/complete';
import { lockedUploads } from '@/lib/server/transfer/tus/lock/locked-uploads';
import { uploadsInBatches } from './uploads-in-batches';

/** One of which nothing was to come has all its bytes as soon as it is created, and perhaps nothing on storage yet. */
const empty = { chunks: [], crc32: '00000000' };

/** Completes files of which every byte was acknowledged when the process ended, and whose client never came back. */
export async function finishUploads(ctx: Context): Promise<number> {
  let finished = 0;
  for await (const uploads of uploadsInBatches(ctx.db)) {
    for (const { fileId } of uploads.filter(({ isWhole }) => isWhole)) finished += await finish(ctx, fileId);
  }
  return finished;
}

/** 0 when a request is at it, on whichever node, when the file was deleted, and when its bytes can't be had now. */
async function finish(ctx: Context, fileId: string): Promise<number> {
  try {
    const held = await lockedUploads.tryLock(ctx, fileId);
    if (!held) return 0;
    try {
      const { sizeBytes, generation, complete } = held.file;
      if (complete) return 0;
      const lease = held.activeLease?.lease ?? null;
      const inOneGo = sizeBytes === 0 ? empty : undefined;
      await completeUpload(ctx, { fileId, sizeBytes, sha256: null, lease, generation, inOneGo });
      held.activeLease?.ended();
      return 1;
    } finally {
      await held.release();
    }
  } catch (error) {
    ctx.log.error({ err: error, fileId }, 'an upload could not be finished');
    return 0;
  }
}
