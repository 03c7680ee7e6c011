import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { checkFile } from '@/lib/server/services/delivery/form-rules';
import { RepeatedCreation, refuseRepeated } from '@/lib/server/services/upload/creation-key';
import { findJoined, findParts } from '@/lib/server/services/upload/joined';
import type { UploadState } from '@/lib/server/services/upload/lease';
import { responseFor } from '../create';
import type { TusRequest, TusResponse } from '../request';
import { storeJoined } from './join';

/**
 * POST with Upload-Concat `final`: joins whole parts into one file. Asked for again, it answers the same file.
 * @throws share.notFound, upload.notFound, upload.partUnfinished, upload.notSealed, upload.surplus, storage.full, refusals by
 * the alias' form, request.invalid for the key
 */
export async function createJoined(request: TusRequest): Promise<TusResponse> {
  try {
    return responseFor(request, await joinedFile(request));
  } catch (error) {
    if (error instanceof RepeatedCreation) return responseFor(request, error.upload);
    throw error;
  }
}

/** By the parts. A client that lost its connection asks again while the bytes are being copied. */
const running = new Map<string, Promise<UploadState>>();

async function joinedFile(request: TusRequest): Promise<UploadState> {
  const { ctx, destination, newFile, concat, creationKey, addedBy, hasBodyBytes } = request;
  if (!newFile || !concat?.isFinal) throw new AppError('upload.lengthMissing');
  if (hasBodyBytes) throw new AppError('upload.surplus');
  const { partIds } = concat;
  const joined = await findJoined(ctx.db, { destination, partIds, addedBy });
  if (joined) return joined;
  if (creationKey) {
    const file = { ...newFile, isLengthDeferred: true }; // the parts say it
    await refuseRepeated(ctx.db, { destination, creationKey, file });
  }
  const parts = await findParts(ctx, { destination, partIds, addedBy });
  // The server can't tell whether what it would put together is sealed.
  if (parts.some(({ isSealed }) => isSealed)) throw new AppError('upload.notSealed');
  const file = { ...newFile, sizeBytes: parts.reduce((sum, part) => sum + part.sizeBytes, 0) };
  checkFile(ctx.alias?.form, file);
  const key = `${destination.shareId} ${partIds.join()}`;
  const joining = running.get(key) ?? storeJoined(request, file, parts).finally(() => running.delete(key));
  running.set(key, joining);
  return joining;
}
