import 'server-only';
import mime from 'mime';
import { safeFileName, safeFolderPath, withSlashes } from '@/lib/domain/file/file-name';
import { mediaType } from '@/lib/domain/file/file-type';

const genericType = 'application/octet-stream';

export const maxEpochMs = Date.parse('9999-12-31T23:59:59.999Z');

export function splitPath(path: string): [folder: string, name: string] {
  const parts = withSlashes(path).split('/');
  const name = parts.pop() ?? '';
  return [parts.join('/'), name];
}

/** Falls back to the file extension when the given type is malformed or generic, as curl's is. */
export function mimeTypeOf(given: string, name: string): string {
  const type = mediaType(given);
  if (
    type !== genericType &&
    type.length <= 127 &&
    /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/.test(type)
  )
    return type;
  return mime.getType(name) ?? genericType;
}

export function defaultFileName(count: number, mimeType: string): string {
  const extension = mimeType === genericType ? null : mime.getExtension(mimeType);
  return safeFileName(`file-${count}${extension ? `.${extension}` : ''}`);
}

/** Makes a path and a type harmless. @param number counts from 1, for a file without a usable name */
export function fileAt(path: string, type: string, number: number) {
  const [folder, last] = splitPath(path);
  const given = safeFileName(last);
  const mimeType = mimeTypeOf(type, given);
  return { name: given || defaultFileName(number, mimeType), path: safeFolderPath(folder), mimeType };
}
