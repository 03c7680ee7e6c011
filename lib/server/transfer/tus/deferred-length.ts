import 'server-only';
import { invalid } from '@/lib/server/http/invalid';
import { existingShareQuota } from '@/lib/server/services/form/store';
import { resizeUpload, type UploadSize } from '@/lib/server/services/upload/resize';
import type { LockedUpload } from './lock/locked-uploads';
import { spareBytes } from './new-file';
import type { TusRequest } from './request';

/**
 * Reserves quota for the body of an upload of deferred length, or sets the length that it declares. A body of unknown length
 * reserves all that is left to the share.
 * @throws request.invalid for a length below `offset`, and what `resizeUpload` throws
 */
export async function reserveBytes(request: TusRequest, upload: LockedUpload, offset: number): Promise<void> {
  const { ctx, destination, uploadLength, contentLength, body } = request;
  const { file } = upload;
  if (!file.isLengthDeferred) return;
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
