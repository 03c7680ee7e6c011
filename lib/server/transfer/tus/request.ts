import 'server-only';
import { createHash, getHashes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import { mediaType } from '@/lib/domain/file/file-type';
import { canParseUrl } from '@/lib/domain/url';
import type { Context } from '@/lib/server/context';
import { invalid } from '@/lib/server/http/invalid';
import { creationKeyOf, isCreationKey } from '@/lib/server/http/proof';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { senderReceiptHash } from '@/lib/server/services/album/senders';
import type { Destination } from '@/lib/server/services/upload/access';
import type { NewFile } from '@/lib/server/services/upload/create';
import { fileCreationKey } from '@/lib/server/services/upload/creation-key';
import type { UploadState } from '@/lib/server/services/upload/lease';
import type { TransferRequest, TransferTarget } from '../messages';
import { updateCrc32 } from '../receive/digests';
import type { ChecksumVerifier } from '../receive/receive';
import { type Concat, parseConcat } from './concat/parse-concat';
import { parseMetadata, parseNewFile } from './new-file';

export const tusVersion = '1.0.0';

const uploadType = 'application/offset+octet-stream';

export type TusRequest = {
  ctx: Context;
  target: TransferTarget;
  destination: Destination;
  /** BASE_URL, or "" when the request came by another host name: `Location` then is a path. */
  locationBase: string;
  /** A POST to an existing upload is a PATCH here, or a DELETE by X-HTTP-Method-Override. */
  method: string;
  /** Null unless the request creates an upload. */
  newFile: NewFile | null;
  /** From Upload-Concat of a creation. */
  concat: Concat | null;
  /** Digest of a creation's key: the client repeats it when it got no answer. */
  creationKey: string | null;
  /** Derived from Slipway-Receipt when uploading through an alias. */
  addedBy: string | null;
  /** Upload-Offset of a PATCH in bytes; 0 for all other methods. */
  offset: number;
  /** Upload-Length of a PATCH in bytes, which ends a deferred length. */
  uploadLength: number | null;
  body: Readable | null;
  /** Content-Length in bytes; null for a chunked body. */
  contentLength: number | null;
  /** True for a PATCH and for "Creation With Upload". */
  isUploadBody: boolean;
  hasBodyBytes: boolean;
  /** By `performance.now()`. */
  startedAtMs: number;
  /** From Upload-Checksum. */
  checksum: ChecksumVerifier | null;
};

/** `file` is the upload's new state. */
export type TusResponse = { status: number; headers: Record<string, string>; file: UploadState | null };

/**
 * Parses and checks the headers.
 * @throws upload.version, upload.offsetMissing, upload.contentType, request.invalid, and what `parseNewFile` throws
 */
export function parseTusRequest(
  ctx: Context,
  request: TransferRequest,
  { target, destination }: Pick<TusRequest, 'target' | 'destination'>,
): TusRequest {
  const { headers, body } = request;
  const method = effectiveMethod(request, target);
  checkHeaders(method, headers);
  const contentLength = parseContentLength(headers);
  const isUploadBody = mediaType(headers.get('content-type')) === uploadType;
  const isWriting = method === 'PATCH' || method === 'POST';
  const concat = method === 'POST' ? parseConcat(headers, target) : null;
  return {
    ctx,
    target,
    destination,
    locationBase: locationBaseFor(ctx, headers),
    method,
    newFile: method === 'POST' ? parseNewFile(headers, concat) : null,
    concat,
    // A library gives all parts of a file the same key.
    creationKey: method === 'POST' && concat?.isFinal !== false ? parseCreationKey(headers) : null,
    addedBy: ctx.alias ? senderReceiptHash(headers) : null,
    offset: Number(headers.get('upload-offset')),
    uploadLength: method === 'PATCH' ? parseUploadLength(headers) : null,
    body,
    contentLength,
    isUploadBody,
    hasBodyBytes: isUploadBody && contentLength !== 0,
    startedAtMs: performance.now(),
    checksum: isWriting ? parseUploadChecksum(headers) : null,
  };
}

/** `key` in the metadata counts only if it can be one: other clients may mean something else by it. @throws request.invalid */
function parseCreationKey(headers: RequestHeaders): string | null {
  const { key: inMetadata = '' } = parseMetadata(headers.get('upload-metadata') ?? '');
  const key = creationKeyOf(headers) ?? inMetadata;
  return isCreationKey(key) ? fileCreationKey(key) : null;
}

/** A POST to an existing upload appends to it, for clients that can't send PATCH. */
function effectiveMethod({ method, headers }: TransferRequest, { fileId }: TransferTarget): string {
  if (method !== 'POST' || fileId === '') return method;
  return headers.get('x-http-method-override')?.toUpperCase() === 'DELETE' ? 'DELETE' : 'PATCH';
}

/** The Host header is never used in a URL. A client of another host name may be unable to reach BASE_URL, so it gets paths. */
function locationBaseFor({ config: { BASE_URL } }: Context, headers: RequestHeaders): string {
  const own = new URL(BASE_URL);
  const name = `${own.protocol}//${headers.get('host')}`;
  return canParseUrl(name) && new URL(name).host === own.host ? BASE_URL : '';
}

function checkHeaders(method: string, headers: RequestHeaders): void {
  if (method === 'OPTIONS') return;
  if (headers.get('tus-resumable') !== tusVersion) throw new AppError('upload.version');
  if (method !== 'PATCH') return;
  const offset = headers.get('upload-offset');
  if (offset === null) throw new AppError('upload.offsetMissing');
  if (!/^\d{1,15}$/.test(offset)) throw invalid('Upload-Offset', 'wrongType');
  if (mediaType(headers.get('content-type')) !== uploadType) throw new AppError('upload.contentType');
}

function parseContentLength(headers: RequestHeaders): number | null {
  const length = headers.get('content-length');
  return length === null ? null : Number(length);
}

/** @returns Upload-Length of a PATCH in bytes @throws request.invalid */
function parseUploadLength(headers: RequestHeaders): number | null {
  const text = headers.get('upload-length');
  if (text === null) return null;
  if (!/^\d{1,15}$/.test(text)) throw invalid('Upload-Length', 'wrongType');
  return Number(text);
}

/** tus requires sha1. A FIPS build of OpenSSL has no MD5. */
export const checksumAlgorithms = ['sha1', 'sha256', 'md5', 'crc32'].filter(
  (name) => name === 'crc32' || getHashes().includes(name),
);

/** @throws request.invalid for an unsupported algorithm and for malformed base64 */
export function parseUploadChecksum(headers: RequestHeaders): ChecksumVerifier | null {
  const text = headers.get('upload-checksum');
  if (text === null) return null;
  const [, name = '', sum = ''] = /^\s*([a-z0-9-]+)\s+([A-Za-z0-9+/]+=*)\s*$/i.exec(text) ?? [];
  const algorithm = name.toLowerCase();
  if (sum === '') throw invalid('Upload-Checksum', 'wrongType');
  if (!checksumAlgorithms.includes(algorithm)) throw invalid('Upload-Checksum', 'unsupported');
  const running = algorithm === 'crc32' ? runningCrc32() : runningHash(algorithm);
  const expected = Buffer.from(sum, 'base64');
  return { update: running.update, matches: () => running.digest().equals(expected) };
}

function runningHash(algorithm: string) {
  const hash = createHash(algorithm);
  const update = (chunks: Buffer[]) => {
    for (const chunk of chunks) hash.update(chunk);
  };
  return { update, digest: () => hash.digest() };
}

/** The digest is four bytes, big-endian, as in tusd. */
function runningCrc32() {
  let crc = 0;
  const update = (chunks: Buffer[]) => {
    crc = updateCrc32(chunks, crc);
  };
  const digest = () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc);
    return bytes;
  };
  return { update, digest };
}
