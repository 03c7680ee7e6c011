import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { newFileId } from '@/lib/server/ids';
import { createUpload, type NewFile } from '@/lib/server/services/upload/create';
import { RepeatedCreation } from '@/lib/server/services/upload/creation-key';
import { expiryOf, type UploadState } from '@/lib/server/services/upload/lease';
import { uploadPath } from './concat/parse-concat';
import { type LockedUpload, lockedUploads } from './lock/locked-uploads';
import { append, releaseUnusedBytes } from './patch';
import type { TusRequest, TusResponse } from './request';
import { finishUpload, terminateUpload } from './store-body';

/**
 * POST: creates an upload and appends the body, if there is one. The quotations are of tus 1.0.0, "Creation" and
 * "Creation With Upload". A failed creation is removed, as its client never got its URL.
 * @throws upload.lengthMissing, upload.tooLarge, upload.surplus, storage.full, and what `createUpload` throws
 */
export async function create(request: TusRequest): Promise<TusResponse> {
  const { ctx, newFile, creationKey, isUploadBody, hasBodyBytes, contentLength, body } = request;
  const { MAX_SIZE } = ctx.config;
  // "The request MUST include one of the following headers": Upload-Length, Upload-Defer-Length
  if (!newFile) throw new AppError('upload.lengthMissing');
  // "If the length of the upload exceeds the maximum […] the Server MUST respond with the 413" status.
  if (newFile.sizeBytes > MAX_SIZE) throw new AppError('upload.tooLarge', { size: { bytes: MAX_SIZE } });
  await ctx.storage.checkFreeSpace?.(newFile.sizeBytes);

  let upload: LockedUpload;
  try {
    upload = await insertUpload(request, newFile);
  } catch (error) {
    if (error instanceof RepeatedCreation) return responseFor(request, error.upload);
    throw error;
  }
  const { file } = upload;
  let mayStay = false;
  try {
    const hasSurplus = isUploadBody && !file.isLengthDeferred && Number(contentLength) > file.sizeBytes;
    if (hasSurplus) throw new AppError('upload.surplus');
    if (file.sizeBytes === 0) await finishUpload(request, upload);
    // "The Server SHOULD accept as many bytes as possible and MUST include the Upload-Offset header in the response."
    if (isUploadBody) await append(request, upload);
    // A body that broke off is sent again: by its key the client finds the upload.
    mayStay = creationKey !== null || !hasBodyBytes || body?.readableEnded === true;
    return responseFor(request, file);
  } finally {
    await releaseUnusedBytes(request, upload);
    await upload.release();
    if (!mayStay) await removeFailed(request, file.id);
  }
}

/** "The Server MUST set the Location header to the URL of the created resource." */
export function responseFor(
  { target, locationBase, isUploadBody }: TusRequest,
  file: UploadState,
): TusResponse {
  const location = locationBase + uploadPath(target, file.id);
  const offset = isUploadBody ? { 'upload-offset': String(file.offset) } : {};
  return { status: 201, headers: { location, 'content-length': '0', ...offset }, file };
}

function insertUpload(
  { ctx, destination, hasBodyBytes, addedBy, creationKey }: TusRequest,
  newFile: NewFile,
): Promise<LockedUpload> {
  const id = newFileId();
  const { isLengthDeferred = false, isPartial = false } = newFile;
  const state = {
    isLengthDeferred,
    isPartial,
    complete: false,
    offset: 0,
    crc32: '00000000',
    generation: 0n,
    expiresAt: expiryOf(ctx),
  };
  return lockedUploads.create(ctx, id, async (newLease) => {
    const lease = hasBodyBytes ? newLease : null;
    const { isSealed } = await createUpload(ctx, {
      id,
      destination,
      file: newFile,
      lease,
      addedBy,
      creationKey,
    });
    return { file: { ...newFile, ...state, id, isSealed }, lease };
  });
}

const removeFailed = (request: TusRequest, id: string): Promise<void> =>
  terminateUpload(request, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'upload.notFound') return; // its content was refused, which removed it
    request.ctx.log.warn({ err: error }, 'an upload that nobody knows stays until it expires');
  });
