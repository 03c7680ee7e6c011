import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { invalid } from '@/lib/server/http/invalid';
import { existingShareQuota } from '@/lib/server/services/form/store';
import { partIdsOf } from '@/lib/server/services/upload/joined';
import type { UploadState } from '@/lib/server/services/upload/lease';
import { resizeUpload, type UploadSize } from '@/lib/server/services/upload/resize';
import { type LockedUpload, lockedUploads } from './lock/locked-uploads';
import { spareBytes } from './new-file';
import type { TusRequest, TusResponse } from './request';
import { refreshState, storeBody } from './store-body';

/**
 * PATCH: appends the body at Upload-Offset. The quotations are of tus 1.0.0, "Core Protocol".
 * @throws share.notFound, upload.notFound, upload.busy, upload.expired, upload.wrongOffset, upload.surplus,
 * upload.complete, server.unavailable
 */
export async function patch(request: TusRequest): Promise<TusResponse> {
  const { ctx, target, destination, offset, contentLength } = request;
  // A client may send the next bytes before these are answered.
  const span = contentLength === null ? undefined : { from: offset, to: offset + contentLength };
  // "If the server receives a PATCH request against a non-existent resource it SHOULD return a 404 Not Found status."
  const upload = await lockedUploads.lock(ctx, {
    fileId: target.fileId,
    destination,
    isReadOnly: false,
    span,
  });
  try {
    const file = await refreshState(request, upload);
    // "If the offsets do not match, the Server MUST respond with the 409 Conflict status."
    if (file.offset !== offset) throw await offsetRefusal(request, file);
    await append(request, upload);
    // "The Server MUST acknowledge successful PATCH requests with the 204 No Content status."
    return { status: 204, headers: { 'upload-offset': String(file.offset) }, file };
  } finally {
    await releaseUnusedBytes(request, upload);
    await upload.release();
  }
}

/**
 * Appends the body of a PATCH or POST at the file's offset. A complete file accepts an empty body, which a client sends that
 * missed the last response.
 */
export async function append(request: TusRequest, upload: LockedUpload): Promise<void> {
  const { contentLength, body } = request;
  const { file } = upload;
  await reserveBytes(request, upload);
  if (file.offset + Number(contentLength) > file.sizeBytes)
    throw new AppError(file.complete ? 'upload.complete' : 'upload.surplus');
  if (!file.complete && !isWholePart(file)) await storeBody(request, upload);
  else if (contentLength !== 0 && body) throw new AppError('upload.complete');
}

const isWholePart = ({ isPartial, offset, sizeBytes }: UploadState): boolean =>
  isPartial && offset === sizeBytes;

/** "The Server MUST respond with the 403 Forbidden status to PATCH requests against a final upload". */
async function offsetRefusal({ ctx }: TusRequest, { id, complete }: UploadState): Promise<AppError> {
  const isJoined = complete && (await partIdsOf(ctx.db, id)).length > 0;
  return new AppError(isJoined ? 'upload.complete' : 'upload.wrongOffset');
}

/**
 * Reserves quota for the body of an upload of deferred length, or sets the length that it declares. One of unknown length
 * reserves all that is left.
 * @throws request.invalid for a length below the offset or another one than before, and what `resizeUpload` throws
 */
async function reserveBytes(request: TusRequest, upload: LockedUpload): Promise<void> {
  const { ctx, destination, uploadLength, contentLength, body } = request;
  const { file } = upload;
  const { offset } = file;
  if (!file.isLengthDeferred) {
    if (uploadLength === null || uploadLength === file.sizeBytes) return;
    throw invalid('Upload-Length', 'alreadySet', { value: file.sizeBytes });
  }
  if (uploadLength !== null) {
    if (uploadLength < offset) throw invalid('Upload-Length', 'tooSmall', { min: offset });
    return resize(request, upload, { sizeBytes: uploadLength, isDeclared: true });
  }
  if (!body || contentLength === 0) return;
  const largestBytes = async () =>
    file.sizeBytes + (await existingShareQuota(ctx, destination.shareId)).bytes;
  const sizeBytes = contentLength === null ? await largestBytes() : offset + contentLength + spareBytes;
  await resize(request, upload, { sizeBytes, isDeclared: false });
}

/** Releases the quota that a body of unknown length reserved and did not use. Never rejects. */
export async function releaseUnusedBytes(request: TusRequest, upload: LockedUpload): Promise<void> {
  const { file } = upload;
  const sizeBytes = file.offset + spareBytes;
  if (!file.isLengthDeferred || file.sizeBytes <= sizeBytes) return;
  await resize(request, upload, { sizeBytes, isDeclared: false }).catch((error: unknown) => {
    const details = { err: error, fileId: file.id };
    request.ctx.log.warn(details, 'an upload without a length holds room until its next request');
  });
}

const resize = (
  { ctx, destination }: TusRequest,
  { file, activeLease }: LockedUpload,
  size: Pick<UploadSize, 'sizeBytes' | 'isDeclared'>,
) => resizeUpload(ctx, { file, destination, lease: activeLease?.lease ?? null, ...size });
