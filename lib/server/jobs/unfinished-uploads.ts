import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { formOf } from '@/lib/server/services/delivery/form-row';
import { checkStoredHead } from '@/lib/server/services/delivery/form-rules';
import { completeUpload } from '@/lib/server/services/upload/progress';
import { refundUnarrived, removeUpload } from '@/lib/server/services/upload/remove';
import { lockedUploads } from '@/lib/server/transfer/tus/lock/locked-uploads';
import { closing } from '@/lib/server/transfer/tus/lock/process-locks';

/**
 * Deletes files whose upload made no progress for UPLOAD_TTL, and parts that nobody joined. Other uploads with all bytes
 * are left to `finishUploads`.
 */
export async function dropStaleUploads(ctx: Context): Promise<number> {
  let dropped = 0;
  for await (const uploads of uploadsInBatches(ctx, { until: ctx.now })) {
    const stale = uploads.filter(({ isWhole }) => !isWhole);
    if (stale.length > 0) dropped += await drop(ctx, stale);
  }
  return dropped;
}

/** At most one batch per transaction, because statements time out after ten seconds. */
function drop({ db, now }: Context, stale: { fileId: string; shareId: string }[]): Promise<number> {
  const shares = stale.map(({ shareId }) => shareId);
  const files = stale.map(({ fileId }) => fileId);
  return db.$transaction(async (tx) => {
    // Locks the shares first and in order, as all deletions of files do, to avoid deadlocks.
    await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ANY (${shares}::text[]) ORDER BY "id" FOR NO KEY UPDATE`;
    await refundUnarrived(tx, await staleOf(tx, files, now));
    // Checked again, because an upload that continues extends its expiry. Searched by key, not by expiry.
    const gone = await tx.$queryRaw<{ fileId: string }[]>`
      DELETE FROM "Upload" WHERE "fileId" = ANY (${files}::text[]) AND ("expiresAt" <= ${now}) IS TRUE
      RETURNING "fileId"`;
    const ids = gone.map(({ fileId }) => fileId);
    return tx.$executeRaw`DELETE FROM "File" WHERE "id" = ANY (${ids}::text[])`;
  });
}

async function staleOf(tx: Prisma.TransactionClient, files: string[], now: Date): Promise<string[]> {
  const rows = await tx.$queryRaw<{ fileId: string }[]>`
    SELECT "fileId" FROM "Upload" WHERE "fileId" = ANY (${files}::text[]) AND ("expiresAt" <= ${now}) IS TRUE
    FOR UPDATE`;
  return rows.map(({ fileId }) => fileId);
}

/** Empty files have all their bytes from the start, but possibly nothing in storage. */
const empty = { chunks: [], crc32: '00000000' };

/**
 * Completes files whose bytes had all been acknowledged when the process ended and whose client never
 * returned.
 */
export async function finishUploads(ctx: Context): Promise<number> {
  let finished = 0;
  for await (const uploads of uploadsInBatches(ctx)) {
    for (const upload of uploads.filter(({ isWhole }) => isWhole)) finished += await finish(ctx, upload);
  }
  return finished;
}

/**
 * Returns 0 when a request holds the upload, the file is deleted or unreadable, or its inbox refuses it. A
 * refused file stays incomplete until it expires, for its sender to be told; one that isn't what was signed goes.
 */
async function finish(ctx: Context, listed: ListedUpload): Promise<number> {
  const { fileId } = listed;
  try {
    const upload = await lockedUploads.tryLock(ctx, fileId);
    if (!upload) return 0;
    try {
      const { sizeBytes, generation, complete } = upload.file;
      if (complete) return 0;
      const lease = upload.activeLease?.lease ?? null;
      const inOneGo = sizeBytes === 0 ? empty : undefined;
      const check = () => checkForInbox(ctx, fileId);
      const isOver = () => upload.stop.reason === closing;
      const whole = { fileId, sizeBytes, sha256: null, lease, generation, inOneGo, check, isOver };
      await completeUpload(ctx, whole);
      upload.activeLease?.end();
      return 1;
    } finally {
      await upload.release();
    }
  } catch (error) {
    await handleFailed(ctx, listed, error);
    return 0;
  }
}

async function handleFailed(
  ctx: Context,
  { fileId, shareId, isExpired }: ListedUpload,
  error: unknown,
): Promise<void> {
  const code = error instanceof AppError ? error.code : null;
  const isRefused = code === 'delivery.fileLies';
  if (!isRefused) ctx.log.error({ err: error, fileId }, 'an upload could not be finished');
  if (code === 'upload.expired' || (isRefused && isExpired))
    await removeUpload(ctx, { fileId, shareId }).catch(() => undefined); // gone meanwhile
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

type ListedUpload = { fileId: string; shareId: string; isWhole: boolean; isExpired: boolean };

const batch = 5_000;

/**
 * All uploads, or expired ones. Two statements, because the planner may choose a nested full scan for a join
 * when it thinks the tables are empty.
 */
async function* uploadsInBatches(
  { db, now }: Context,
  { until }: { until: Date | null } = { until: null },
): AsyncGenerator<ListedUpload[]> {
  for (let last = ''; ; ) {
    const uploads = await db.upload.findMany({
      where: { fileId: { gt: last }, ...(until && { expiresAt: { lte: until } }) },
      select: { fileId: true, offsetBytes: true, isPartial: true, expiresAt: true },
      orderBy: { fileId: 'asc' },
      take: batch,
    });
    const offsets = new Map(
      uploads.map(({ fileId, offsetBytes, isPartial }) => [fileId, isPartial ? null : offsetBytes]),
    );
    const expired = new Set(uploads.filter(({ expiresAt }) => expiresAt <= now).map(({ fileId }) => fileId));
    const files = await db.file.findMany({
      where: { id: { in: [...offsets.keys()] } },
      select: { id: true, shareId: true, sizeBytes: true },
    });
    yield files.map(({ id, shareId, sizeBytes }) => {
      return { fileId: id, shareId, isWhole: offsets.get(id) === sizeBytes, isExpired: expired.has(id) };
    });
    if (uploads.length < batch) return;
    last = uploads.at(-1)?.fileId ?? last;
  }
}
