import 'server-only';
import type { Context } from '@/lib/server/context';
import { uploadLocks } from '@/lib/server/dataplane/upload/locks';
import { completeUpload } from '@/lib/server/services/upload/complete';

type Whole = { fileId: string; sizeBytes: bigint };

/** Completes files of which every byte was acknowledged when the process ended, and whose client never came back. */
export async function finishUploads(ctx: Context): Promise<number> {
  const whole = await ctx.db.$queryRaw<Whole[]>`
    SELECT f."id" AS "fileId", f."sizeBytes" FROM "Upload" u JOIN "File" f ON f."id" = u."fileId"
    WHERE u."offsetBytes" = f."sizeBytes"`;
  let finished = 0;
  for (const upload of whole) finished += await finish(ctx, upload);
  return finished;
}

/** 0 when a request is at it, when the file was deleted, and when its bytes can't be had now. */
async function finish(ctx: Context, { fileId, sizeBytes }: Whole): Promise<number> {
  const hold = uploadLocks.tryAcquire(fileId);
  if (!hold) return 0;
  try {
    await completeUpload(ctx, { fileId, sizeBytes: Number(sizeBytes), sha256: null });
    return 1;
  } catch (error) {
    ctx.log.error({ err: error, fileId }, 'an upload could not be finished');
    return 0;
  } finally {
    hold.release();
  }
}
