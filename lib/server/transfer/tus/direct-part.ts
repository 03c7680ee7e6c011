import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { directBytes } from '@/lib/domain/file/direct-upload';
import type { Context } from '@/lib/server/context';
import type { UploadState } from '@/lib/server/services/upload/lease';
import type { DirectUploads } from '@/lib/server/storage/port';

/** @returns null where nothing goes straight into the storage */
const directOf = ({ config, storage }: Context): DirectUploads | null =>
  config.S3_PRESIGNED_UPLOADS ? (storage.direct ?? null) : null;

/** Nothing has come of it yet by tus, or all is there and only its end hasn't been told. */
function isDirect({ isPartial, isLengthDeferred, offset, sizeBytes }: UploadState): boolean {
  const isBegun = offset > 0 && offset < sizeBytes;
  return !isPartial && !isLengthDeferred && !isBegun && sizeBytes >= directBytes;
}

/** @returns the bytes of a part, null for a file that goes by tus alone */
export function directPartBytes(ctx: Context, file: UploadState): number | null {
  const direct = directOf(ctx);
  return direct && !file.complete && isDirect(file) ? direct.partBytesFor(file.sizeBytes) : null;
}

/** @throws upload.notDirect */
export function requireDirect(ctx: Context): DirectUploads {
  const direct = directOf(ctx);
  if (!direct) throw new AppError('upload.notDirect');
  return direct;
}

/** @throws upload.complete, upload.expired, upload.notDirect */
export function checkDirect({ now }: Context, file: UploadState): void {
  if (file.complete) throw new AppError('upload.complete');
  if (file.expiresAt && file.expiresAt <= now) throw new AppError('upload.expired');
  if (!isDirect(file)) throw new AppError('upload.notDirect');
}
