import 'server-only';
import type { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { invalid } from '@/lib/server/http/invalid';
import type { RequestHeaders } from '@/lib/server/request-headers';
import type { Destination } from '@/lib/server/services/upload/access';
import type { NewFile } from '@/lib/server/services/upload/announcement';
import type { DataRequest } from '../exchange';
import type { Target } from '../paths';
import { type ExpectedChecksum, expectedChecksum } from './checksum';
import { newFileOf } from './new-file';
import { tusVersion } from './tus';

const uploadType = 'application/offset+octet-stream';

/** What a request asks for by tus, and the right by which it does. */
export type TusRequest = {
  ctx: Context;
  destination: Destination;
  /** PATCH, too, where a client can only send POST. */
  method: string;
  /** What a creation says about its file; null for all other methods. */
  newFile: NewFile | null;
  /** Upload-Offset: where in the file the body of a PATCH begins; all others begin at 0 or bring nothing. */
  offset: number;
  body: Readable | null;
  /** Content-Length in bytes, null when the body is sent in chunks of unknown number. */
  length: number | null;
  /** Whether the body is bytes of the file: always with PATCH, and where a creation comes with data. */
  isUpload: boolean;
  /** The same, and not an empty one. */
  bringsBytes: boolean;
  /** Upload-Checksum: what the body has to add up to, when it came with one. */
  expected: ExpectedChecksum | null;
};

/**
 * Reads the headers of a request.
 * @throws upload.version, upload.offsetMissing, upload.contentType, request.invalid, and what `newFileOf` throws
 */
export function tusRequestOf(
  ctx: Context,
  { method, headers, body }: DataRequest,
  destination: Destination,
): TusRequest {
  checkHeaders(method, headers);
  const length = lengthOf(headers);
  const isUpload = headers.get('content-type') === uploadType;
  const isWriting = method === 'PATCH' || method === 'POST';
  return {
    ctx,
    destination,
    method,
    newFile: method === 'POST' ? newFileOf(headers) : null,
    offset: Number(headers.get('upload-offset')),
    body,
    length,
    isUpload,
    bringsBytes: isUpload && length !== 0,
    expected: isWriting ? expectedChecksum(headers) : null,
  };
}

/** A POST to a file writes to it, as it always did in this API; some clients can't send PATCH at all. */
export function methodOf({ method, headers }: DataRequest, { fileId }: Target): string {
  if (method !== 'POST' || fileId === '') return method;
  return headers.get('x-http-method-override')?.toUpperCase() === 'DELETE' ? 'DELETE' : 'PATCH';
}

function checkHeaders(method: string, headers: RequestHeaders): void {
  if (method === 'OPTIONS') return;
  if (headers.get('tus-resumable') !== tusVersion) throw new AppError('upload.version');
  for (const name of ['Upload-Concat', 'Upload-Defer-Length']) {
    if (method === 'POST' && headers.has(name)) throw invalid(name, 'unsupported');
  }
  if (method !== 'PATCH') return;
  const offset = headers.get('upload-offset');
  if (offset === null) throw new AppError('upload.offsetMissing');
  if (!/^\d{1,15}$/.test(offset)) throw invalid('Upload-Offset', 'wrongType');
  if (headers.get('content-type') !== uploadType) throw new AppError('upload.contentType');
}

function lengthOf(headers: RequestHeaders): number | null {
  const length = headers.get('content-length');
  return length === null ? null : Number(length);
}
