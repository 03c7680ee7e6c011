import 'server-only';
import { thumbnailKind } from '@/lib/domain/file/thumbnail';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { type DecodeResult, decode } from '@/lib/server/thumbnails/decode';
import { frameOf } from '@/lib/server/thumbnails/film';
import { createTaskQueue } from '@/lib/server/thumbnails/task-queue';
import { storeThumbnails } from './keep';

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
