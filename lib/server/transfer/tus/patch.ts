import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { giveRoomBack, makeRoom } from './deferred-length';
import type { LockedUpload } from './lock/locked-uploads';
import { lockUpload, type Reply, type TusRequest } from './request';
import { bringUpToDate, storeBody } from './store-body';

// tus 1.0.0, "Core Protocol". @tus/server speaks all the rest; POST and PATCH it leads through a request and an answer of
// the web, three streams and five abort signals, which for a small file is as much work as the file itself.

/**
 * PATCH: stores the body from Upload-Offset on.
 * @throws upload.wrongOffset, upload.surplus, upload.complete, upload.expired, and what `lockUpload` throws
 */
export async function patch(request: TusRequest): Promise<Reply> {
  const { length, offset } = request;
  const upload = await lockUpload(request);
  try {
    const file = await bringUpToDate(request, upload);
    if (file.offset !== offset) throw new AppError('upload.wrongOffset');
    await makeRoom(request, upload, offset);
    if (offset + Number(length) > file.sizeBytes)
      throw new AppError(file.complete ? 'upload.complete' : 'upload.surplus');
    const headers = { 'upload-offset': String(await append(request, upload, offset)) };
    return { status: 204, headers, file };
  } finally {
    await giveRoomBack(request, upload);
    await upload.release();
  }
}

/**
 * Takes what the request brings. Nothing more is fine for a complete file: a client that missed the last answer asks
 * like this.
 * @returns how far the upload then is, in bytes
 */
export async function append(request: TusRequest, upload: LockedUpload, offset: number): Promise<number> {
  const { file } = upload;
  if (!file.complete) await storeBody(request, upload, offset);
  else if (request.length !== 0 && request.body) throw new AppError('upload.complete');
  return file.offset;
}
