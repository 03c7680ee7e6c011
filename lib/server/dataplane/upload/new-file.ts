import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { headerNames } from '@/lib/contract/names';
import { safeFileName, safeFolderPath } from '@/lib/domain/file-name';
import type { RequestHeaders } from '@/lib/server/request-headers';
import type { NewFile } from '@/lib/server/services/upload/announcement';
import { isSaid, parseMetadata } from './metadata';
import { mimeTypeOf, splitPath, utf8Of } from './naming';

/**
 * What a creation says about the file. Our own headers win over tus' metadata. A file without a name is stored
 * with "" for one, as the existing system does.
 * @throws upload.lengthMissing, upload.lengthInvalid, upload.metadataInvalid
 */
export function newFileOf(headers: RequestHeaders): NewFile {
  const sizeBytes = lengthOf(headers);
  const metadata = parseMetadata(headers.get('upload-metadata') ?? '');
  const { filename, name: uppyName, relativePath } = metadata;
  const [folder, lastName] = splitPath(isSaid(relativePath) ? relativePath : '');
  const given =
    decoded(headers.get(headerNames.fileName)) ||
    [filename, uppyName].find(isSaid) ||
    filename ||
    uppyName ||
    '';
  const name = safeFileName(given) || safeFileName(lastName);
  const type = headers.get(headerNames.fileType) || metadata.filetype || metadata.type || '';
  // A path that doesn't end with the file's own name is all folder.
  const path = safeFileName(lastName) === name ? folder : `${folder}/${lastName}`;
  return { name, path: safeFolderPath(path), mimeType: mimeTypeOf(type, name), sizeBytes };
}

/** The own header counts unless it is missing or no number at all. */
function lengthOf(headers: RequestHeaders): number {
  const own = headers.get(headerNames.fileLength);
  const text = own !== null && /^-?\d+$/.test(own) ? own : headers.get('upload-length');
  if (text === null) throw new AppError(own === null ? 'upload.lengthMissing' : 'upload.lengthInvalid');
  const length = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(length)) throw new AppError('upload.lengthInvalid');
  return length;
}

/** Percent-encoded UTF-8; what isn't that is taken as it stands, as UTF-8 where its bytes are. */
function decoded(value: string | null): string {
  if (value === null) return '';
  try {
    return decodeURIComponent(value);
  } catch {
    return utf8Of(value);
  }
}
