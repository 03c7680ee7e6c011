import 'server-only';
import { thumbnailKind } from '@/lib/domain/file/file-type';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { newFileId } from '@/lib/server/ids';
import { databaseTimeMs } from '@/lib/server/present-time';
import { type DecodeResult, decode, type ThumbnailPair } from '@/lib/server/thumbnails/decode';
import { frameOf } from '@/lib/server/thumbnails/film';
import { createTaskQueue } from '@/lib/server/thumbnails/task-queue';

export type ThumbnailSource = { id: string; name: string; mimeType: string; sizeBytes: number };

/** Files that are no pictures get no further try. */
export const maxTries = 3;

const turns = createTaskQueue({ requested: 200, background: 5_000 });

/** Files whose attempt failed for external reasons, with the end of their pause. */
const postponedFiles = new BoundedMap<string, number>(1_000);
const restMs = 30_000;

let isAhead = false;

/** From now on, files that arrive at this node are processed without a request. */
export const enableMakingAhead = (): void => {
  isAhead = true;
};

/** Starts no more and resolves when none is being made. */
export const stopMaking = (): Promise<void> => turns.stop();

/** Queues a new file. After a restart, or on another node, its thumbnails are made on request. */
export function makeSoon(ctx: Context, file: ThumbnailSource): void {
  if (isAhead && ctx.config.THUMBNAILS && thumbnailKind(file)) turns.enqueue(file.id, () => make(ctx, file));
}

/** Resolves after the attempt, or earlier if the queue is full. */
export async function makeNow(ctx: Context, file: ThumbnailSource): Promise<void> {
  if ((postponedFiles.get(file.id) ?? 0) > performance.now()) return;
  await turns.request(file.id, () => make(ctx, file));
}

async function make(ctx: Context, file: ThumbnailSource): Promise<void> {
  const { db, config, log } = ctx;
  const known = await db.thumbnail.findUnique({ where: { fileId: file.id } });
  const isOfHere = known?.keptIn === config.STORAGE;
  if (isOfHere && (known.smallId !== null || known.tries >= maxTries)) return;
  try {
    const decoded = await decodeSource(ctx, file);
    if (decoded === 'unable') return postpone(file.id);
    const tries = decoded === 'brokenOff' ? (isOfHere ? known.tries : 0) + 1 : maxTries;
    await storeThumbnails(ctx, file.id, typeof decoded === 'object' ? decoded : tries);
  } catch (error) {
    postpone(file.id);
    log.warn({ err: error, fileId: file.id }, 'small pictures of a file could not be made');
    throw error;
  }
}

async function decodeSource(ctx: Context, file: ThumbnailSource): Promise<DecodeResult> {
  if (thumbnailKind(file) === 'picture')
    return decode(ctx.storage.read(file.id, { start: 0, end: file.sizeBytes - 1 }));
  const frame = await frameOf(ctx, file);
  if (frame === null) return 'undecodable';
  return typeof frame === 'string' ? frame : decode([frame]);
}

const postpone = (fileId: string): void => void postponedFiles.set(fileId, performance.now() + restMs);

/** Must exceed the time that storing two pictures takes. */
const storingMs = 3_600_000;

/**
 * Stores the pictures, or records a failure after `made` tries. Removals inserted first clean up after a crash,
 * a deleted file or another node; the row's insert cancels them.
 */
export async function storeThumbnails(
  ctx: Context,
  fileId: string,
  made: ThumbnailPair | number,
): Promise<void> {
  if (typeof made === 'number') return saveThumbnailRow(ctx, { fileId, tries: made });
  const { db, storage } = ctx;
  const [smallId, largeId] = [newFileId(), newFileId()];
  const since = new Date(databaseTimeMs() + storingMs);
  await db.removal.createMany({ data: [smallId, largeId].map((id) => ({ fileId: id, since })) });
  await storage.storeWhole(smallId, [made.small]);
  await storage.storeWhole(largeId, [made.large]);
  const { length: smallBytes } = made.small;
  const { length: largeBytes } = made.large;
  await saveThumbnailRow(ctx, {
    fileId,
    tries: 0,
    small: { id: smallId, smallBytes },
    large: { id: largeId, largeBytes },
  });
}

type ThumbnailRow = {
  fileId: string;
  tries: number;
  small?: { id: string; smallBytes: number };
  large?: { id: string; largeBytes: number };
};

/** Keeps an existing row unless it is of another storage or a failed try. */
async function saveThumbnailRow(
  { db, config }: Context,
  { fileId, tries, small, large }: ThumbnailRow,
): Promise<void> {
  await db.$executeRaw`
    WITH kept AS (
      INSERT INTO "Thumbnail" AS t ("fileId", "smallId", "smallBytes", "largeId", "largeBytes", "keptIn", "tries", "madeAt")
      SELECT f."id", ${small?.id ?? null}, ${small?.smallBytes ?? null}::int, ${large?.id ?? null},
        ${large?.largeBytes ?? null}::int, ${config.STORAGE}, ${tries}, now()
      FROM "File" f WHERE f."id" = ${fileId}
      ON CONFLICT ("fileId") DO UPDATE SET "smallId" = excluded."smallId", "smallBytes" = excluded."smallBytes",
        "largeId" = excluded."largeId", "largeBytes" = excluded."largeBytes", "keptIn" = excluded."keptIn",
        "tries" = excluded."tries", "madeAt" = excluded."madeAt"
      WHERE t."smallId" IS NULL OR t."keptIn" <> excluded."keptIn"
      RETURNING 1)
    DELETE FROM "Removal" WHERE "fileId" IN (${small?.id ?? ''}, ${large?.id ?? ''}) AND EXISTS (SELECT FROM kept)`;
}
