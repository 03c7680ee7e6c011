import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { releaseUnusedBytes, reserveBytes } from './deferred-length';
import type { LockedUpload } from './lock/locked-uploads';
import { lockUpload, type TusRequest, type TusResponse } from './request';
import { refreshState, storeBody } from './store-body';

// tus 1.0.0, "Core Protocol". @tus/server would wrap POST and PATCH in a web request and response, three streams and five
// abort signals, which costs as much as storing a small file. It handles the other methods.

/**
 * PATCH: appends the body at Upload-Offset.
 * @throws upload.wrongOffset, upload.surplus, upload.complete, upload.expired, and what `lockUpload` throws
 */
export async function patch(request: TusRequest): Promise<TusResponse> {
  const { contentLength, offset } = request;
  const upload = await lockUpload(request);
  try {
    const file = await refreshState(request, upload);
    if (file.offset !== offset) throw new AppError('upload.wrongOffset');
    await reserveBytes(request, upload, offset);
    if (offset + Number(contentLength) > file.sizeBytes)
      throw new AppError(file.complete ? 'upload.complete' : 'upload.surplus');
    const headers = { 'upload-offset': String(await append(request, upload, offset)) };
    return { status: 204, headers, file };
  } finally {
    await releaseUnusedBytes(request, upload);
    await upload.release();
  }
}

/**
 * Appends the body. A complete file accepts an empty body, which a client sends that missed the last response.
 * @returns the upload's new offset in bytes
 */
export async function append(request: TusRequest, upload: LockedUpload, offset: number): Promise<number> {
  const { file } = upload;
  if (!file.complete) await storeBody(request, upload, offset);
  else if (request.contentLength !== 0 && request.body) throw new AppError('upload.complete');
  return file.offset;
}
