import 'server-only';
import { invalid } from '@/lib/server/http/invalid';
import { existingShareQuota } from '@/lib/server/services/form/store';
import { resizeUpload, type UploadSize } from '@/lib/server/services/upload/resize';
import type { LockedUpload } from './lock/locked-uploads';
import { spareBytes } from './new-file';
import type { TusRequest } from './request';

/**
 * Makes room for the body of a request to an upload of deferred length, or sets the length that it declares. A body of
 * unknown length gets all that the share may still take.
 * @throws request.invalid for a length below what has come, and what `resizeUpload` throws
 */
export async function makeRoom(request: TusRequest, upload: LockedUpload, offset: number): Promise<void> {
  const { ctx, destination, declaredBytes, length, body } = request;
  const { file } = upload;
  if (!file.isLengthDeferred) return;
  if (declaredBytes !== null) {
    if (declaredBytes < offset) throw invalid('Upload-Length', 'tooSmall', { min: offset });
    return resize(request, upload, { sizeBytes: declaredBytes, isDeclared: true });
  }
  if (!body || length === 0) return;
  const most = async () => file.sizeBytes + (await existingShareQuota(ctx, destination.shareId)).bytes;
  const sizeBytes = length === null ? await most() : offset + length + spareBytes;
  await resize(request, upload, { sizeBytes, isDeclared: false });
}

/** Gives back what a body of unknown length had room for and did not bring. */
export async function giveRoomBack(request: TusRequest, upload: LockedUpload): Promise<void> {
  const { file } = upload;
  const sizeBytes = file.offset + spareBytes;
  if (!file.isLengthDeferred || file.sizeBytes <= sizeBytes) return;
  await resize(request, upload, { sizeBytes, isDeclared: false }).catch((error: unknown) => {
    const details = { err: error, fileId: file.id };
    request.ctx.log.warn(details, 'an upload without a length holds room until its next request');
  });
}

type Size = Pick<UploadSize, 'sizeBytes' | 'isDeclared'>;

const resize = ({ ctx, destination }: TusRequest, { file, activeLease }: LockedUpload, size: Size) =>
  resizeUpload(ctx, { file, destination, lease: activeLease?.lease ?? null, ...size });
