import 'server-only';
import { bytePaths, fillPath } from '@/lib/contract/bytes';
import { AppError } from '@/lib/contract/errors';
import { newFileId } from '@/lib/server/file-id';
import type { Answer } from '../exchange';
import { isThroughAlias, type Target } from '../paths';
import type { RequestUpload } from './request-upload';
import type { TusRequest } from './tus-request';

// tus 1.0.0, "Creation" and "PATCH". @tus/server speaks all the rest; these two it leads through a request and an answer
// of the web, three streams and five abort signals, which for a small file is as much work as the file itself.

/** @throws upload.tooLarge, upload.surplus, and what `RequestUpload` throws */
export async function create(upload: RequestUpload, target: Target, request: TusRequest): Promise<Answer> {
  const { ctx, newFile, length, isUpload } = request;
  const { BASE_URL, MAX_SIZE } = ctx.config;
  if (!newFile) throw new AppError('upload.lengthMissing');
  if (newFile.sizeBytes > MAX_SIZE) throw new AppError('upload.tooLarge', { size: { bytes: MAX_SIZE } });
  const id = newFileId();
  const path = isThroughAlias(target) ? bytePaths.aliasUpload : bytePaths.upload;
  const headers: Answer['headers'] = {
    location: BASE_URL + fillPath(path, { id: target.id, fileId: id }),
    'content-length': '0',
  };
  try {
    await upload.create(id, newFile);
    if (isUpload) {
      if (Number(length) > newFile.sizeBytes) throw new AppError('upload.surplus');
      headers['upload-offset'] = String(await upload.append(0));
    }
  } finally {
    await upload.unlock();
  }
  return { status: 201, headers, body: null };
}

/** @throws upload.wrongOffset, upload.surplus, upload.complete, and what `RequestUpload` throws */
export async function append(upload: RequestUpload, target: Target, request: TusRequest): Promise<Answer> {
  const { length, offset } = request;
  await upload.lock(target.fileId);
  try {
    const file = await upload.current();
    if (file.offset !== offset) throw new AppError('upload.wrongOffset');
    const isTooMuch = offset + Number(length) > file.sizeBytes;
    if (isTooMuch) throw new AppError(file.complete ? 'upload.complete' : 'upload.surplus');
    const headers = { 'upload-offset': String(await upload.append(offset)) };
    return { status: 204, headers, body: null };
  } finally {
    await upload.unlock();
  }
}
