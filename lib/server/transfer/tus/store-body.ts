import 'server-only';
import { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { presentTime } from '@/lib/server/present-time';
import { checkStoredHead } from '@/lib/server/services/delivery/file-rules';
import { checkStillUploadable } from '@/lib/server/services/upload/access';
import { completeUpload, type SmallFile } from '@/lib/server/services/upload/complete';
import { smallBytes } from '@/lib/server/services/upload/creation';
import { saveProgress } from '@/lib/server/services/upload/progress';
import { expiryOf, type UploadState } from '@/lib/server/services/upload/state';
import { bytesIn } from '@/lib/server/storage/chunks';
import { crcOf, hex32 } from '../crc32';
import { buffersOf } from '../receive/body-reader';
import type { Saved } from '../receive/checkpoints';
import { digestsAt, finalSha, keepDigests } from '../receive/digests';
import { receive } from '../receive/receive';
import type { LockedUpload } from './lock/locked-uploads';
import { closing, lost } from './lock/process-locks';
import { removeOne, type TusRequest } from './request';

/**
 * Stores what the body brings from `offset` on in the upload that the request holds, and completes it with the last byte.
 * `held.file` then says how far it is, also after a failure: what came before counts, unless it had a checksum.
 */
export async function storeBody(request: TusRequest, held: LockedUpload, offset: number): Promise<void> {
  const { body, length } = request;
  const { file, stop } = held;
  const limits = { room: file.sizeBytes - offset, isMeasured: length !== null, stop };
  const buffers = buffersOf(body ?? Readable.from([]), limits);
  // What was taken over from somebody is never final before it is acknowledged: see disk/segments.ts.
  const isSmall = offset === 0 && file.sizeBytes <= smallBytes && file.generation === 0n;
  try {
    if (!isSmall) return await receiveFrom(request, held, { buffers, offset });
    const { value: first = [] } = await buffers.next();
    if (bytesIn(first) === file.sizeBytes) await storeWhole(request, held, first);
    else await receiveFrom(request, held, { buffers: followed(first, buffers), offset });
  } catch (error) {
    await removeDropped(request, file.id, error);
    throw error;
  } finally {
    await buffers.return(undefined);
  }
}

/**
 * The upload's present state, completed where only that is missing: all bytes may be acknowledged, and the process have ended
 * before the file was made complete.
 * @throws upload.expired
 */
export async function bringUpToDate(request: TusRequest, held: LockedUpload): Promise<UploadState> {
  const { file } = held;
  if (!file.complete && file.offset === file.sizeBytes) await finishUpload(request, held);
  if (file.expiresAt && file.expiresAt <= request.ctx.now) throw new AppError('upload.expired');
  return file;
}

/** Completes an upload of which every byte is acknowledged. */
export async function finishUpload(request: TusRequest, held: LockedUpload): Promise<void> {
  if (held.file.sizeBytes === 0) await storeWhole(request, held, []);
  else
    await complete(request, held, { sha256: null }).catch(async (error: unknown) => {
      await removeDropped(request, held.file.id, error);
      throw error;
    });
}

/** An upload of which the storage no longer has the bytes can't go on; without it the client begins anew. */
async function removeDropped(request: TusRequest, fileId: string, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.code !== 'upload.expired') return;
  request.ctx.log.error({ err: error.cause }, 'an unfinished upload is gone');
  await removeOne(request, fileId);
}

async function storeWhole(request: TusRequest, held: LockedUpload, chunks: Buffer[]): Promise<void> {
  const { expected } = request;
  expected?.update(chunks);
  if (expected?.matches() === false) throw new AppError('upload.checksumMismatch');
  const digests = digestsAt({ ...held.file, offset: 0 });
  const crc32 = hex32((await digests.sha256?.update(chunks, 0)) ?? crcOf(chunks, 0));
  await complete(request, held, { sha256: await finalSha(digests), inOneGo: { chunks, crc32 } });
}

type Coming = { buffers: AsyncIterable<Buffer[]>; offset: number };

async function receiveFrom(
  request: TusRequest,
  held: LockedUpload,
  { buffers, offset }: Coming,
): Promise<void> {
  const { ctx, expected } = request;
  const { file, stop, activeLease } = held;
  const { id, sizeBytes, generation } = file;
  const progress = { offset, ...digestsAt({ ...file, offset }) };
  const maxBytes = file.isLengthDeferred ? ctx.config.MAX_SIZE : sizeBytes;
  const writer = await ctx.storage.openWriter(id, offset, maxBytes, generation);
  try {
    await receive(buffers, { writer, progress, save: (made) => save(ctx, held, made), expected });
  } finally {
    await writer.close();
    if (progress.offset < sizeBytes) keepDigests(id, progress.offset, progress);
  }
  if (progress.offset === sizeBytes) await complete(request, held, { sha256: await finalSha(progress) });
  else if (stop.reason === lost && !activeLease?.isOver()) throw new AppError('upload.busy');
  else if (stop.reason === closing) throw new AppError('server.unavailable');
}

/** Chunks that were taken already, and all others. */
async function* followed(first: Buffer[], others: AsyncIterable<Buffer[]>): AsyncGenerator<Buffer[]> {
  yield first;
  yield* others;
}

async function save(
  ctx: Context,
  { file, activeLease }: LockedUpload,
  { from, to, crc32, isLast }: Saved,
): Promise<void> {
  const made = { from, to, crc32: hex32(crc32) };
  const sinceMs = performance.now();
  // Without a length the room that is left is given back first.
  const isGivenBack = isLast && to < file.sizeBytes && !file.isLengthDeferred;
  const lease = activeLease?.lease ?? null;
  const now = presentTime();
  await saveProgress({ ...ctx, now }, { fileId: file.id, ...made, lease, isLast: isGivenBack });
  if (isGivenBack) activeLease?.ended();
  else activeLease?.prolonged(sinceMs);
  Object.assign(file, { offset: to, crc32: made.crc32, expiresAt: expiryOf({ ...ctx, now }) });
}

/** So long ago a right may have ended. */
const longMs = 500;

type Sums = { sha256: string | null; inOneGo?: SmallFile };

async function complete(request: TusRequest, { file, activeLease }: LockedUpload, sums: Sums): Promise<void> {
  const { ctx, destination } = request;
  const { id: fileId, name, sizeBytes, generation } = file;
  // Bytes that nobody has acknowledged must not take the place of those of the upload's present holder.
  if (sums.inOneGo && activeLease && !activeLease.isSure()) throw new AppError('upload.busy');
  const lease = activeLease?.lease ?? null;
  const gatherKey = destination.shareId;
  const check = async () => {
    await checkStoredHead(ctx, ctx.alias?.form, { fileId, name, sizeBytes });
    if (performance.now() - request.sinceMs > longMs) await checkStillUploadable(ctx, destination);
  };
  const whole = { fileId, gatherKey, sizeBytes, lease, generation, check, ...sums };
  await completeUpload({ ...ctx, now: presentTime() }, whole).catch(async (error: unknown) => {
    const isRefused = error instanceof AppError && error.code === 'delivery.fileLies';
    if (isRefused) await removeOne(request, fileId); // nothing that it could be sent on for
    throw error;
  });
  activeLease?.ended();
  Object.assign(file, { complete: true, expiresAt: null, offset: sizeBytes });
}
