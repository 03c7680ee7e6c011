import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { checkStoredHead } from '@/lib/server/services/delivery/file-rules';
import { formOf } from '@/lib/server/services/delivery/form-row';
import { completeUpload } from '@/lib/server/services/upload/progress';
import { lockedUploads } from '@/lib/server/transfer/tus/lock/locked-uploads';
import { uploadsInBatches } from './uploads-in-batches';

/** Empty files have all their bytes from the start, but possibly nothing in storage. */
const empty = { chunks: [], crc32: '00000000' };

/**
 * Completes files whose bytes had all been acknowledged when the process ended and whose client never
 * returned.
 */
export async function finishUploads(ctx: Context): Promise<number> {
  let finished = 0;
  for await (const uploads of uploadsInBatches(ctx.db)) {
    for (const { fileId } of uploads.filter(({ isWhole }) => isWhole)) finished += await finish(ctx, fileId);
  }
  return finished;
}

/**
 * Returns 0 when a request holds the upload, the file is deleted or unreadable, or its inbox refuses it. A
 * refused file stays incomplete.
 */
async function finish(ctx: Context, fileId: string): Promise<number> {
  try {
    const upload = await lockedUploads.tryLock(ctx, fileId);
    if (!upload) return 0;
    try {
      const { sizeBytes, generation, complete } = upload.file;
      if (complete) return 0;
      const lease = upload.activeLease?.lease ?? null;
      const inOneGo = sizeBytes === 0 ? empty : undefined;
      const check = () => checkForInbox(ctx, fileId);
      await completeUpload(ctx, { fileId, sizeBytes, sha256: null, lease, generation, inOneGo, check });
      upload.activeLease?.end();
      return 1;
    } finally {
      await upload.release();
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'delivery.fileLies') return 0;
    ctx.log.error({ err: error, fileId }, 'an upload could not be finished');
    return 0;
  }
}

async function checkForInbox(ctx: Context, fileId: string): Promise<void> {
  const file = await ctx.db.file.findUnique({
    where: { id: fileId },
    select: { name: true, sizeBytes: true, share: { select: { alias: { select: { form: true } } } } },
  });
  const form = file?.share.alias?.form;
  if (!file || !form) return;
  await checkStoredHead(ctx, formOf(form), { fileId, name: file.name, sizeBytes: Number(file.sizeBytes) });
}
