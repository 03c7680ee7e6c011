import 'server-only';
import { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { removeBytesSoon } from '@/lib/server/jobs/bytes';
import { presentTime } from '@/lib/server/present-time';
import { checkStoredHead } from '@/lib/server/services/delivery/form-rules';
import { checkStillUploadable } from '@/lib/server/services/upload/access';
import { smallBytes } from '@/lib/server/services/upload/create';
import { expiryOf, type UploadState } from '@/lib/server/services/upload/lease';
import { completeUpload, type SmallFile, saveProgress } from '@/lib/server/services/upload/progress';
import { removeUpload } from '@/lib/server/services/upload/remove';
import { bytesIn } from '@/lib/server/storage/chunks';
import {
  crc32Hex,
  dropSha256,
  finalSha256,
  resumeDigests,
  storeDigests,
  updateCrc32,
} from '../receive/digests';
import { readBuffers } from '../receive/read-body';
import { type DurableRange, receive } from '../receive/receive';
import { checkSealedStart } from '../receive/sealed-start';
import type { LockedUpload } from './lock/locked-uploads';
import { closing, leaseLost } from './lock/process-locks';
import type { TusRequest } from './request';

/**
 * Stores the body from the file's offset on and completes the file with its last byte. Updates `upload.file`, also on failure:
 * bytes stored before it count, unless the body has a checksum.
 */
export async function storeBody(request: TusRequest, upload: LockedUpload): Promise<void> {
  const { body, contentLength } = request;
  const { file, stop } = upload;
  const { offset } = file;
  const limits = { maxBytes: file.sizeBytes - offset, hasKnownLength: contentLength !== null, stop };
  const bytes = body ?? Readable.from([]);
  const read = whileAllowed(request, readBuffers(bytes, limits));
  const isStart = file.isSealed && offset === 0;
  const buffers = isStart ? checkSealedStart(read, { name: file.name, body: bytes, stop }) : read;
  // An upload taken over from another node must not become final before it is acknowledged: see disk/segments.ts.
  const isSmall = offset === 0 && file.sizeBytes <= smallBytes && file.generation === 0n && !file.isPartial;
  try {
    if (!isSmall) return await receiveBody(request, upload, buffers);
    const { value: first = [] } = await buffers.next();
    if (bytesIn(first) === file.sizeBytes) await storeWhole(request, upload, first);
    else await receiveBody(request, upload, prepend(first, buffers));
  } catch (error) {
    await removeIfBytesLost(request, file.id, error);
    throw error;
  } finally {
    await buffers.return(undefined);
  }
}

/**
 * Returns the upload's state. First completes a file whose process ended between its last byte and its completion.
 * @throws upload.expired
 */
export async function refreshState(request: TusRequest, upload: LockedUpload): Promise<UploadState> {
  const { file } = upload;
  if (!file.complete && file.offset === file.sizeBytes) await finishUpload(request, upload);
  if (file.expiresAt && file.expiresAt <= request.ctx.now) throw new AppError('upload.expired');
  return file;
}

export async function finishUpload(request: TusRequest, upload: LockedUpload): Promise<void> {
  if (upload.file.isPartial) return;
  if (upload.file.sizeBytes === 0) await storeWhole(request, upload, []);
  else
    await complete(request, upload, { sha256: null }).catch(async (error: unknown) => {
      await removeIfBytesLost(request, upload.file.id, error);
      throw error;
    });
}

/** A client whose upload is gone starts over. */
export async function removeIfBytesLost(request: TusRequest, fileId: string, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.code !== 'upload.expired') return;
  request.ctx.log.error({ err: error.cause }, 'an unfinished upload is gone');
  await terminateUpload(request, fileId);
}

/** Deletes an upload's rows now and its bytes soon. @throws upload.notFound */
export async function terminateUpload({ ctx, destination }: TusRequest, fileId: string): Promise<void> {
  await removeUpload(ctx, { fileId, shareId: destination.shareId });
  removeBytesSoon(ctx);
}

async function storeWhole(request: TusRequest, upload: LockedUpload, chunks: Buffer[]): Promise<void> {
  const { checksum } = request;
  checksum?.update(chunks);
  if (checksum?.matches() === false) throw new AppError('upload.checksumMismatch');
  const digests = resumeDigests(upload.file);
  const crc32 = crc32Hex((await digests.sha256?.update(chunks, 0)) ?? updateCrc32(chunks, 0));
  await complete(request, upload, { sha256: await finalSha256(digests), inOneGo: { chunks, crc32 } });
}

async function receiveBody(
  request: TusRequest,
  upload: LockedUpload,
  buffers: AsyncIterable<Buffer[]>,
): Promise<void> {
  const { ctx, checksum } = request;
  const { file, stop, activeLease } = upload;
  const { id, offset, sizeBytes, generation } = file;
  const progress = { offset, ...resumeDigests(file) };
  if (file.isPartial) dropSha256(progress); // it is summed when it is joined
  const maxBytes = file.isLengthDeferred ? ctx.config.MAX_SIZE : sizeBytes;
  const writer = await ctx.storage.openWriter(id, offset, maxBytes, generation);
  try {
    await receive(buffers, { writer, progress, save: (range) => saveRange(ctx, upload, range), checksum });
  } finally {
    await writer.close();
    if (progress.offset < sizeBytes) storeDigests(id, progress.offset, progress);
  }
  if (progress.offset === sizeBytes && file.isPartial) return; // joining makes its bytes final
  if (progress.offset === sizeBytes) await complete(request, upload, { sha256: await finalSha256(progress) });
  else if (stop.reason === leaseLost && !activeLease?.isOver()) throw new AppError('upload.busy');
  else if (stop.reason === closing) throw new AppError('server.unavailable');
}

const allowedMs = 3_000;

/** Rights may end during a request that takes hours. An outage doesn't count: what is stored is kept for later. */
async function* whileAllowed(
  { ctx, destination, startedAtMs }: TusRequest,
  buffers: AsyncIterable<Buffer[]>,
): AsyncGenerator<Buffer[]> {
  let checkedAtMs = startedAtMs;
  for await (const chunks of buffers) {
    if (performance.now() - checkedAtMs >= allowedMs) {
      await checkStillUploadable(ctx, destination).catch((error: unknown) => {
        if (error instanceof AppError && error.status < 500) throw error;
      });
      checkedAtMs = performance.now();
    }
    yield chunks;
  }
}

async function* prepend(first: Buffer[], rest: AsyncIterable<Buffer[]>): AsyncGenerator<Buffer[]> {
  yield first;
  yield* rest;
}

async function saveRange(
  ctx: Context,
  { file, activeLease }: LockedUpload,
  { from, to, crc32, isLast }: DurableRange,
): Promise<void> {
  const range = { from, to, crc32: crc32Hex(crc32) };
  const startedAtMs = performance.now();
  // A deferred length keeps its lease until `releaseUnusedBytes`.
  const isLastSave = isLast && to < file.sizeBytes && !file.isLengthDeferred;
  const lease = activeLease?.lease ?? null;
  const now = presentTime();
  await saveProgress({ ...ctx, now }, { fileId: file.id, ...range, lease, isLast: isLastSave });
  if (isLastSave) activeLease?.end();
  else activeLease?.extend(startedAtMs);
  Object.assign(file, { offset: to, crc32: range.crc32, expiresAt: expiryOf({ ...ctx, now }) });
}

/** A request that takes longer checks again that it may upload. */
const recheckAfterMs = 500;

async function complete(
  request: TusRequest,
  { file, activeLease, stop }: LockedUpload,
  content: { sha256: string | null; inOneGo?: SmallFile },
): Promise<void> {
  const { ctx, destination } = request;
  const { id: fileId, name, sizeBytes, generation } = file;
  // Unacknowledged bytes must not replace those of the node that has the lease now.
  if (content.inOneGo && activeLease && !activeLease.isGuaranteed()) throw new AppError('upload.busy');
  const lease = activeLease?.lease ?? null;
  const check = async () => {
    const form = ctx.alias?.form;
    if (form) await checkStoredHead(ctx, form, { fileId, name, sizeBytes });
    if (performance.now() - request.startedAtMs > recheckAfterMs)
      await checkStillUploadable(ctx, destination);
  };
  const batchKey = destination.shareId;
  // Another request that asks for the upload is no reason to read all of it again.
  const isOver = () => stop.reason === closing || stop.reason === leaseLost;
  await completeUpload(
    { ...ctx, now: presentTime() },
    { fileId, batchKey, sizeBytes, lease, generation, check, isOver, ...content },
  ).catch(async (error: unknown) => {
    const isRefused = error instanceof AppError && error.code === 'delivery.fileLies';
    if (isRefused) await terminateUpload(request, fileId); // its content will be refused again
    throw error;
  });
  activeLease?.end();
  Object.assign(file, { complete: true, expiresAt: null, offset: sizeBytes });
}
