import 'server-only';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';
import { AppError } from '@/lib/contract/errors';
import { newFileId } from '@/lib/server/file-id';
import { createUpload } from '@/lib/server/services/upload/create';
import type { NewFile } from '@/lib/server/services/upload/creation';
import { expiryOf } from '@/lib/server/services/upload/state';
import { isThroughAlias } from '../target';
import { giveRoomBack, makeRoom } from './deferred-length';
import type { LockedUpload } from './lock/locked-uploads';
import { lockedUploads } from './lock/locked-uploads';
import { append } from './patch';
import { type Reply, removeOne, type TusRequest } from './request';
import { finishUpload } from './store-body';

/**
 * POST: tus 1.0.0, "Creation" and "Creation With Upload". A creation that doesn't get through with its bytes is taken
 * back: nobody learned its address, so it must not count.
 * @throws upload.lengthMissing, upload.tooLarge, upload.surplus, storage.full, and what `createUpload` throws
 */
export async function create(request: TusRequest): Promise<Reply> {
  const { ctx, newFile, target, origin, isUpload, bringsBytes, length, body } = request;
  const { MAX_SIZE } = ctx.config;
  if (!newFile) throw new AppError('upload.lengthMissing');
  if (newFile.sizeBytes > MAX_SIZE) throw new AppError('upload.tooLarge', { size: { bytes: MAX_SIZE } });
  await ctx.storage.checkFreeSpace?.(newFile.sizeBytes);

  const upload = await begin(request, newFile);
  const { file } = upload;
  let isThrough = false;
  try {
    if (file.sizeBytes === 0) await finishUpload(request, upload);
    const path = isThroughAlias(target) ? allBytePaths.aliasUpload : allBytePaths.upload;
    const headers: Reply['headers'] = {
      location: origin + fillPath(path, { id: target.id, fileId: file.id }),
      'content-length': '0',
    };
    if (isUpload) {
      await makeRoom(request, upload, 0);
      if (Number(length) > file.sizeBytes) throw new AppError('upload.surplus');
      headers['upload-offset'] = String(await append(request, upload, 0));
    }
    isThrough = !bringsBytes || body?.readableEnded === true;
    return { status: 201, headers, file };
  } finally {
    await giveRoomBack(request, upload);
    await upload.release();
    if (!isThrough) await takeBack(request, file.id);
  }
}

/** Makes the rows of a file, and of an upload that this request has for itself. */
function begin(
  { ctx, destination, bringsBytes, addedBy }: TusRequest,
  newFile: NewFile,
): Promise<LockedUpload> {
  const id = newFileId();
  const { isLengthDeferred = false } = newFile;
  const state = {
    isLengthDeferred,
    complete: false,
    offset: 0,
    crc32: '00000000',
    generation: 0n,
    expiresAt: expiryOf(ctx),
  };
  return lockedUploads.begin(ctx, id, async (ours) => {
    const lease = bringsBytes ? ours : null;
    await createUpload(ctx, { id, destination, file: newFile, lease, addedBy });
    return { file: { ...newFile, ...state, id }, lease };
  });
}

const takeBack = (request: TusRequest, id: string): Promise<void> =>
  removeOne(request, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'upload.notFound') return; // refused for what is in it
    request.ctx.log.warn({ err: error }, 'an upload that nobody knows stays until it expires');
  });
