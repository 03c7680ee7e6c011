import 'server-only';
import { Metadata } from '@tus/server';
import mime from 'mime';
import { AppError } from '@/lib/contract/errors';
import { headerNames } from '@/lib/contract/names';
import { safeFileName, safeFolderPath } from '@/lib/domain/file-name';
import type { NewFile } from '@/lib/server/services/upload/begin';

const unknownType = 'application/octet-stream';

/**
 * What a creation says about the file. Our own headers win over tus' metadata. A file without a name is stored
 * with "" for one, as the existing system does.
 * @throws upload.lengthMissing, upload.lengthInvalid, upload.metadataInvalid
 */
export function newFileOf(headers: Headers): NewFile {
  const sizeBytes = lengthOf(headers);
  const metadata = metadataOf(headers);
  const [folder, lastName] = splitPath(metadata.relativePath ?? '');
  const given = decoded(headers.get(headerNames.fileName)) || metadata.filename || metadata.name || '';
  const name = safeFileName(given) || safeFileName(lastName);
  const type = headers.get(headerNames.fileType) || metadata.filetype || metadata.type || '';
  // A path that doesn't end with the file's own name is all folder.
  const path = safeFileName(lastName) === name ? folder : `${folder}/${lastName}`;
  return { name, path: safeFolderPath(path), mimeType: mimeType(type, name), sizeBytes };
}

/** The own header counts unless it is missing or no number at all. */
function lengthOf(headers: Headers): number {
  const own = headers.get(headerNames.fileLength);
  const text = own !== null && /^-?\d+$/.test(own) ? own : headers.get('upload-length');
  if (text === null) throw new AppError(own === null ? 'upload.lengthMissing' : 'upload.lengthInvalid');
  const length = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(length)) throw new AppError('upload.lengthInvalid');
  return length;
}

function metadataOf(headers: Headers): Record<string, string | null> {
  const text = headers.get('upload-metadata')?.trim();
  if (!text) return {};
  try {
    return Metadata.parse(text);
  } catch (error) {
    throw new AppError('upload.metadataInvalid', {}, { cause: error });
  }
}

/** Percent-encoded UTF-8; what isn't that is taken as it stands, as UTF-8 where its bytes are. */
function decoded(value: string | null): string {
  if (value === null) return '';
  try {
    return decodeURIComponent(value);
  } catch {
    const bytes = Buffer.from(value, 'latin1');
    const text = bytes.toString('utf8');
    return text.includes('\ufffd') ? value : text;
  }
}

function splitPath(path: string): [folder: string, name: string] {
  const parts = path.replaceAll('\\', '/').split('/');
  const name = parts.pop() ?? '';
  return [parts.join('/'), name];
}

/** The given type in its plain form; by the name's ending when there is none or when it is malformed. */
function mimeType(given: string, name: string): string {
  const [plain = ''] = given.toLowerCase().split(';', 1);
  const type = plain.trim();
  if (type.length <= 127 && /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/.test(type)) return type;
  return mime.getType(name) ?? unknownType;
}
