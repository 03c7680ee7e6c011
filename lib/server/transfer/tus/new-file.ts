import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { programHeaderNames } from '@/lib/contract/http/names';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';
import { invalid } from '@/lib/server/http/invalid';
import { type RequestHeaders, textOfBytes, utf8Of } from '@/lib/server/request-headers';
import type { NewFile } from '@/lib/server/services/upload/creation';
import { mimeTypeOf, splitPath } from '../naming';

/**
 * What a creation says about the file. Our own headers win over tus' metadata. A file without a name is stored
 * with "" for one, as the existing system does.
 * @throws upload.lengthMissing, upload.lengthInvalid, upload.metadataInvalid, upload.modifiedInvalid,
 * request.invalid
 */
export function newFileOf(headers: RequestHeaders): NewFile {
  const isDeferred = isLengthDeferred(headers);
  const sizeBytes = isDeferred ? spareBytes : lengthOf(headers);
  const metadata = parseMetadata(headers.get('upload-metadata') ?? '');
  const { filename, name: uppyName, relativePath } = metadata;
  const [folder, lastName] = splitPath(isSaid(relativePath) ? relativePath : '');
  const given =
    decoded(headers.get(programHeaderNames.fileName)) ||
    [filename, uppyName].find(isSaid) ||
    filename ||
    uppyName ||
    '';
  const name = safeFileName(given) || safeFileName(lastName);
  const type = headers.get(programHeaderNames.fileType) || metadata.filetype || metadata.type || '';
  // A path that doesn't end with the file's own name is all folder.
  const path = safeFileName(lastName) === name ? folder : `${folder}/${lastName}`;
  const modifiedAt = modifiedOf(headers, metadata.mtime);
  const mimeType = mimeTypeOf(type, name);
  return { name, path: safeFolderPath(path), mimeType, sizeBytes, modifiedAt, isLengthDeferred: isDeferred };
}

/** Room for one byte more than has come: an upload without a length is never whole. */
export const spareBytes = 1;

/**
 * tus 1.0.0, "Upload-Defer-Length": the length of the file follows with a later request.
 * @throws request.invalid for another value than 1, and beside a length
 */
function isLengthDeferred(headers: RequestHeaders): boolean {
  const value = headers.get('upload-defer-length');
  if (value === null) return false;
  if (value !== '1' || headers.has('upload-length')) throw invalid('Upload-Defer-Length', 'unsupported');
  return true;
}

/** Upload-Length of a PATCH, in bytes; null where it says none. @throws request.invalid */
export function declaredLength(headers: RequestHeaders): number | null {
  const text = headers.get('upload-length');
  if (text === null) return null;
  if (!/^\d{1,15}$/.test(text)) throw invalid('Upload-Length', 'wrongType');
  return Number(text);
}

/** The own header counts unless it is missing or no number at all. */
function lengthOf(headers: RequestHeaders): number {
  const own = headers.get(programHeaderNames.fileLength);
  const text = own !== null && /^-?\d+$/.test(own) ? own : headers.get('upload-length');
  if (text === null) throw new AppError(own === null ? 'upload.lengthMissing' : 'upload.lengthInvalid');
  const length = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(length)) throw new AppError('upload.lengthInvalid');
  return length;
}

/** Other clients may mean something else by `mtime`, so what is no such time there is nothing that we know. */
function modifiedOf(headers: RequestHeaders, mtime: string | undefined): Date | null {
  const own = headers.get(programHeaderNames.fileModified);
  if (own === null) return mtime === undefined ? null : timeOf(mtime);
  const time = timeOf(own);
  if (time === null) throw new AppError('upload.modifiedInvalid');
  return time;
}

const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Milliseconds since 1970; null for everything else. */
const timeOf = (text: string): Date | null =>
  /^\d{1,15}$/.test(text) && Number(text) <= lastTime ? new Date(Number(text)) : null;

/** UTF-8, percent-encoded or not; percent signs that escape nothing are meant as such. */
function decoded(value: string | null): string {
  const text = utf8Of(value ?? '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * What `Upload-Metadata` says, by its keys. Clients don't keep to tus 1.0.0 here: blanks after a comma (TUSKit), a comma
 * at the end, base64 without padding or of the URL's kind (RFC 4648, 5), bytes that are no UTF-8. What can be understood
 * is.
 * @throws upload.metadataInvalid
 */
export function parseMetadata(header: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...rest] = pair.split(/[ \t]+/).filter(Boolean);
    if (key === '') continue;
    if (rest.length > 0 || values.has(key) || !isKey.test(key)) throw new AppError('upload.metadataInvalid');
    values.set(key, textOf(value));
  }
  return Object.fromEntries(values);
}

const isKey = /^[\x21-\x7e]+$/;
const isBase64 = /^[\w+/-]*={0,2}$/;

function textOf(value: string): string {
  const digits = value.split('=', 1)[0] ?? '';
  if (!isBase64.test(value) || digits.length % 4 === 1) throw new AppError('upload.metadataInvalid');
  return textOfBytes(Buffer.from(value, 'base64'));
}

/** JavaScript's clients send these words for a value that they don't have: Uppy's dashboard as `relativePath`. */
const isSaid = (value: string | undefined): value is string =>
  value !== undefined && value !== '' && value !== 'null' && value !== 'undefined';
