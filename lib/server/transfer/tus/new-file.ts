import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { programHeaderNames } from '@/lib/contract/http/names';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';
import { invalid } from '@/lib/server/http/invalid';
import { type RequestHeaders, textOfBytes, utf8Of } from '@/lib/server/request-headers';
import type { NewFile } from '@/lib/server/services/upload/create';
import { defaultFileName, maxEpochMs, mimeTypeOf, splitPath } from '../naming';
import type { Concat } from './concat/parse-concat';

/**
 * Parses the headers of a creation. Slipway's own headers win over Upload-Metadata. A file without a usable name gets
 * that of a form's first. A file joined from parts has its size from them.
 * @throws upload.lengthMissing, upload.lengthInvalid, upload.metadataInvalid, upload.modifiedInvalid,
 * request.invalid
 */
export function parseNewFile(headers: RequestHeaders, concat: Concat | null = null): NewFile {
  const isDeferred = isLengthDeferred(headers);
  const isPartial = concat?.isFinal === false;
  const sizeBytes = isDeferred ? spareBytes : concat?.isFinal ? 0 : parseLength(headers);
  const metadata = parseMetadata(headers.get('upload-metadata') ?? '');
  const { filename, name: uppyName, relativePath } = metadata;
  const [folder, lastName] = splitPath(hasValue(relativePath) ? relativePath : '');
  const givenName =
    decodeHeader(headers.get(programHeaderNames.fileName)) ||
    [filename, uppyName].find(hasValue) ||
    filename ||
    uppyName ||
    '';
  const given = safeFileName(givenName) || safeFileName(lastName);
  const type = headers.get(programHeaderNames.fileType) || metadata.filetype || metadata.type || '';
  // relativePath may or may not end with the file's name.
  const path = safeFileName(lastName) === given ? folder : `${folder}/${lastName}`;
  const modifiedAt = parseModified(headers, metadata.mtime);
  const mimeType = mimeTypeOf(type, given);
  const name = given || defaultFileName(1, mimeType);
  return {
    name,
    path: safeFolderPath(path),
    mimeType,
    sizeBytes,
    modifiedAt,
    isLengthDeferred: isDeferred,
    isPartial,
  };
}

/** Bytes reserved beyond the offset of an upload of deferred length, so that it never counts as complete. */
export const spareBytes = 1;

/**
 * tus 1.0.0, "Upload-Defer-Length": a later request gives the length.
 * @throws request.invalid for a value other than 1, and together with Upload-Length
 */
function isLengthDeferred(headers: RequestHeaders): boolean {
  const value = headers.get('upload-defer-length');
  if (value === null) return false;
  if (value !== '1' || headers.has('upload-length')) throw invalid('Upload-Defer-Length', 'unsupported');
  return true;
}

/** Slipway's own header wins over Upload-Length unless it is missing or not a number. */
function parseLength(headers: RequestHeaders): number {
  const own = headers.get(programHeaderNames.fileLength);
  const text = own !== null && /^-?\d+$/.test(own) ? own : headers.get('upload-length');
  if (text === null) throw new AppError(own === null ? 'upload.lengthMissing' : 'upload.lengthInvalid');
  const length = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(length)) throw new AppError('upload.lengthInvalid');
  return length;
}

/** An unusable `mtime` in the metadata is ignored: other clients may mean something else by it. */
function parseModified(headers: RequestHeaders, mtime: string | undefined): Date | null {
  const own = headers.get(programHeaderNames.fileModified);
  if (own === null) return mtime === undefined ? null : parseEpochMs(mtime);
  const time = parseEpochMs(own);
  if (time === null) throw new AppError('upload.modifiedInvalid');
  return time;
}

const parseEpochMs = (text: string): Date | null =>
  /^\d{1,15}$/.test(text) && Number(text) <= maxEpochMs ? new Date(Number(text)) : null;

/** Decodes UTF-8, percent-encoded or not. Percent signs that escape nothing stay. */
function decodeHeader(value: string | null): string {
  const text = utf8Of(value ?? '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Parses Upload-Metadata leniently: clients send spaces after a comma (TUSKit), a trailing comma, base64 without padding
 * or base64url (RFC 4648, 5), and bytes that aren't UTF-8.
 * @throws upload.metadataInvalid
 */
export function parseMetadata(header: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...rest] = pair.split(/[ \t]+/).filter(Boolean);
    if (key === '') continue;
    if (rest.length > 0 || values.has(key) || !keyPattern.test(key))
      throw new AppError('upload.metadataInvalid');
    values.set(key, decodeValue(value));
  }
  return Object.fromEntries(values);
}

const keyPattern = /^[\x21-\x7e]+$/;
const base64Pattern = /^[\w+/-]*={0,2}$/;

function decodeValue(value: string): string {
  const digits = value.split('=', 1)[0] ?? '';
  if (!base64Pattern.test(value) || digits.length % 4 === 1) throw new AppError('upload.metadataInvalid');
  return textOfBytes(Buffer.from(value, 'base64'));
}

/** JavaScript clients send "null" and "undefined" for missing values, such as Uppy's `relativePath`. */
const hasValue = (value: string | undefined): value is string =>
  value !== undefined && value !== '' && value !== 'null' && value !== 'undefined';
