import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { headerBytes } from '@/lib/domain/sealed/layout';
import type { Context } from '@/lib/server/context';
import { presentTime } from '@/lib/server/present-time';
import type { Destination } from '@/lib/server/services/upload/access';
import type { UploadState } from '@/lib/server/services/upload/lease';
import { saveProgress } from '@/lib/server/services/upload/progress';
import { beginsSealedFile } from '@/lib/server/services/upload/sealed-file';
import type { DirectUploads } from '@/lib/server/storage/port';
import type { TransferTarget } from '../messages';
import { type LockedUpload, lockedUploads } from '../tus/lock/locked-uploads';
import type { TusRequest } from '../tus/request';
import { finishUpload, removeIfBytesLost, terminateUpload } from '../tus/store-body';

export type DirectPlace = {
  ctx: Context;
  target: TransferTarget;
  destination: Destination;
  direct: DirectUploads;
};

/**
 * Joins the parts and notes that all bytes are there, so that a job goes on if this process ends; then reads them back, and
 * the file has arrived.
 * @throws upload.partUnfinished, upload.notSealed, upload.expired for other bytes than were signed, and what a tus upload's
 * last byte is refused for
 */
export async function finishDirect(place: DirectPlace, startedAtMs: number): Promise<void> {
  const { ctx, target, destination } = place;
  const { fileId } = target;
  const upload = await lockedUploads.lock(ctx, { fileId, destination, isReadOnly: false });
  try {
    if (upload.file.complete) return;
    const request = lastRequest(place, startedAtMs);
    if (upload.file.offset === 0) await join(place, request, upload);
    await finishUpload(request, upload);
  } finally {
    await upload.release();
  }
}

async function join({ ctx, direct }: DirectPlace, request: TusRequest, upload: LockedUpload): Promise<void> {
  const { file, activeLease } = upload;
  const { id: fileId, sizeBytes, crc32 } = file;
  const missing = await direct.join(fileId, sizeBytes).catch(async (error: unknown) => {
    await removeIfBytesLost(request, fileId, error);
    throw error;
  });
  if (missing.length > 0) throw new AppError('upload.partUnfinished');
  if (file.isSealed) await checkSealed(request, file);
  const now = presentTime();
  const lease = activeLease?.lease ?? null;
  await saveProgress({ ...ctx, now }, { fileId, from: 0, to: sizeBytes, crc32, lease });
  file.offset = sizeBytes;
}

/** Until here nobody but its sender has seen the bytes. */
async function checkSealed(request: TusRequest, { id, name }: UploadState): Promise<void> {
  const start: Buffer[] = [];
  for await (const chunk of request.ctx.storage.read(id, { start: 0, end: headerBytes - 1 }))
    start.push(Buffer.from(chunk)); // the storage reuses its buffer
  if (beginsSealedFile(name, Buffer.concat(start))) return;
  await terminateUpload(request, id);
  throw new AppError('upload.notSealed');
}

/** As of a tus client that has sent its last byte. */
const lastRequest = ({ ctx, target, destination }: DirectPlace, startedAtMs: number): TusRequest => ({
  ctx,
  target,
  destination,
  startedAtMs,
  locationBase: '',
  method: 'PATCH',
  newFile: null,
  concat: null,
  creationKey: null,
  addedBy: null,
  offset: 0,
  uploadLength: null,
  body: null,
  contentLength: 0,
  isUploadBody: true,
  hasBodyBytes: false,
  checksum: null,
});
