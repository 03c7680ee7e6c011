import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { joinedPartBytes, partIdsOf } from '@/lib/server/services/upload/joined';
import type { TusRequest, TusResponse } from '../request';
import { handleWithTusServer } from '../tus-server';
import { uploadPath } from './parse-concat';

/**
 * HEAD. Says of a part and of a file joined from some what they are, as tus 1.0.0 demands under "Concatenation". A part that
 * is in a file stays whole for its client, which may have missed that.
 * @throws what @tus/server throws
 */
export async function head(request: TusRequest): Promise<TusResponse> {
  const { ctx, destination, target } = request;
  const response = await handleWithTusServer(request).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'upload.notFound') return null;
    throw error;
  });
  if (!response) {
    const sizeBytes = await joinedPartBytes(ctx.db, destination, target.fileId);
    if (sizeBytes === null) throw new AppError('upload.notFound');
    const size = String(sizeBytes);
    const headers = { 'upload-offset': size, 'upload-length': size, 'upload-concat': 'partial' };
    return { status: 200, headers: { ...headers, 'cache-control': 'no-store' }, file: null };
  }
  const { file, headers } = response;
  if (file?.isPartial) headers['upload-concat'] = 'partial';
  const partIds = file?.complete ? await partIdsOf(ctx.db, file.id) : [];
  if (partIds.length > 0) {
    headers['upload-concat'] = `final;${partIds.map((id) => uploadPath(target, id)).join(' ')}`;
  }
  return response;
}
