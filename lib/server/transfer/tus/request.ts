import 'server-only';
import type { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import { mediaType } from '@/lib/domain/file/file-type';
import { canParseUrl } from '@/lib/domain/url';
import type { Context } from '@/lib/server/context';
import { invalid } from '@/lib/server/http/invalid';
import { removeBytesSoon } from '@/lib/server/jobs/remove-bytes';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { senderReceiptHash } from '@/lib/server/services/album/own-files';
import type { Destination } from '@/lib/server/services/upload/access';
import type { NewFile } from '@/lib/server/services/upload/creation';
import { removeUpload } from '@/lib/server/services/upload/remove';
import type { UploadState } from '@/lib/server/services/upload/state';
import type { DataRequest } from '../messages';
import type { ExpectedChecksum } from '../receive/receive';
import type { TransferTarget } from '../target';
import { expectedChecksum } from './checksum';
import type { LockedUpload } from './lock/locked-uploads';
import { lockedUploads } from './lock/locked-uploads';
import { declaredLength, newFileOf } from './new-file';

export const tusVersion = '1.0.0';

const uploadType = 'application/offset+octet-stream';

/** What a request asks for by tus, and the right by which it does. */
export type TusRequest = {
  ctx: Context;
  target: TransferTarget;
  destination: Destination;
  /** By what name it came here: BASE_URL, or nothing where that isn't it. */
  origin: string;
  /** PATCH, too, where a client can only send POST. */
  method: string;
  /** What a creation says about its file; null for all other methods. */
  newFile: NewFile | null;
  /** Slipway-Receipt of a creation through an alias, as it is kept. */
  addedBy: string | null;
  /** Upload-Offset: where in the file the body of a PATCH begins; all others begin at 0 or bring nothing. */
  offset: number;
  /** Upload-Length of a PATCH, in bytes: of an upload whose length was deferred. */
  declaredBytes: number | null;
  body: Readable | null;
  /** Content-Length in bytes, null when the body is sent in chunks of unknown number. */
  length: number | null;
  /** Whether the body is bytes of the file: always with PATCH, and where a creation comes with data. */
  isUpload: boolean;
  /** The same, and not an empty one. */
  bringsBytes: boolean;
  /** When it began, by `performance.now()`. */
  sinceMs: number;
  /** Upload-Checksum: what the body has to add up to, when it came with one. */
  expected: ExpectedChecksum | null;
};

/** What a method answers, and the upload's state then, where there is one. */
export type Reply = { status: number; headers: Record<string, string>; file: UploadState | null };

/**
 * Reads the headers of a request.
 * @throws upload.version, upload.offsetMissing, upload.contentType, request.invalid, and what `newFileOf` throws
 */
export function tusRequestOf(
  ctx: Context,
  request: DataRequest,
  { target, destination }: Pick<TusRequest, 'target' | 'destination'>,
): TusRequest {
  const { headers, body } = request;
  const method = methodOf(request, target);
  checkHeaders(method, headers);
  const length = lengthOf(headers);
  const isUpload = mediaType(headers.get('content-type')) === uploadType;
  const isWriting = method === 'PATCH' || method === 'POST';
  return {
    ctx,
    target,
    destination,
    origin: originOf(ctx, headers),
    method,
    newFile: method === 'POST' ? newFileOf(headers) : null,
    addedBy: ctx.alias ? senderReceiptHash(headers) : null,
    offset: Number(headers.get('upload-offset')),
    declaredBytes: method === 'PATCH' ? declaredLength(headers) : null,
    body,
    length,
    isUpload,
    bringsBytes: isUpload && length !== 0,
    sinceMs: performance.now(),
    expected: isWriting ? expectedChecksum(headers) : null,
  };
}

/** A POST to a file writes to it, as it always did in this API; some clients can't send PATCH at all. */
function methodOf({ method, headers }: DataRequest, { fileId }: TransferTarget): string {
  if (method !== 'POST' || fileId === '') return method;
  return headers.get('x-http-method-override')?.toUpperCase() === 'DELETE' ? 'DELETE' : 'PATCH';
}

/**
 * A server may have several names, of which not everybody reaches the one that links have. Who comes by another one gets
 * paths, so that nobody is sent to whatever Host says.
 */
function originOf({ config: { BASE_URL } }: Context, headers: RequestHeaders): string {
  const own = new URL(BASE_URL);
  const name = `${own.protocol}//${headers.get('host')}`;
  return canParseUrl(name) && new URL(name).host === own.host ? BASE_URL : '';
}

function checkHeaders(method: string, headers: RequestHeaders): void {
  if (method === 'OPTIONS') return;
  if (headers.get('tus-resumable') !== tusVersion) throw new AppError('upload.version');
  if (method === 'POST' && headers.has('Upload-Concat')) throw invalid('Upload-Concat', 'unsupported');
  if (method !== 'PATCH') return;
  const offset = headers.get('upload-offset');
  if (offset === null) throw new AppError('upload.offsetMissing');
  if (!/^\d{1,15}$/.test(offset)) throw invalid('Upload-Offset', 'wrongType');
  if (mediaType(headers.get('content-type')) !== uploadType) throw new AppError('upload.contentType');
}

function lengthOf(headers: RequestHeaders): number | null {
  const length = headers.get('content-length');
  return length === null ? null : Number(length);
}

/**
 * Gets the upload for this request, which no other one on any node then has.
 * @throws share.notFound, upload.notFound, upload.busy, server.unavailable
 */
export function lockUpload({ ctx, target, destination, method }: TusRequest): Promise<LockedUpload> {
  return lockedUploads.lock(ctx, { fileId: target.fileId, destination, isOnlyLooking: method === 'HEAD' });
}

/** Removes an upload: its rows now, its bytes soon. @throws upload.notFound */
export async function removeOne({ ctx, destination }: TusRequest, fileId: string): Promise<void> {
  await removeUpload(ctx, { fileId, shareId: destination.shareId });
  removeBytesSoon(ctx);
}
