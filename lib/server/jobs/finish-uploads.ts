import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { checkStored } from '@/lib/server/services/delivery/files';
import { formOf } from '@/lib/server/services/delivery/form-row';
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

/**
 * 0 when a request is at it, on whichever node, when the file was deleted, when its bytes can't be had now, and when its
 * inbox doesn't take it: that one stays incomplete, for it may be the owner's own, and its next request decides.
 */
async function finish(ctx: Context, fileId: string): Promise<number> {
  try {
    const held = await lockedUploads.tryLock(ctx, fileId);
    if (!held) return 0;
    try {
      const { sizeBytes, generation, complete } = held.file;
      if (complete) return 0;
      const lease = held.activeLease?.lease ?? null;
      const inOneGo = sizeBytes === 0 ? empty : undefined;
      const check = () => checkForInbox(ctx, fileId);
      await completeUpload(ctx, { fileId, sizeBytes, sha256: null, lease, generation, inOneGo, check });
      held.activeLease?.ended();
      return 1;
    } finally {
      await held.release();
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'delivery.fileLies') return 0;
    ctx.log.error({ err: error, fileId }, 'an upload could not be finished');
    return 0;
  }
}

/** @throws delivery.fileLies as the request that would have completed it does */
async function checkForInbox(ctx: Context, fileId: string): Promise<void> {
  const file = await ctx.db.file.findUnique({
    where: { id: fileId },
    select: { name: true, sizeBytes: true, share: { select: { alias: { select: { form: true } } } } },
  });
  const form = file?.share.alias?.form;
  if (!file || !form) return;
  await checkStored(ctx, formOf(form), { fileId, name: file.name, sizeBytes: Number(file.sizeBytes) });
}
