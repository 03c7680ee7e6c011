import 'server-only';
import mime from 'mime';
import { safeFileName, withSlashes } from '@/lib/domain/file/file-name';
import { mediaType } from '@/lib/domain/file/file-type';

const unknownType = 'application/octet-stream';

/** The folder and the last name of a path as a client gives it. */
export function splitPath(path: string): [folder: string, name: string] {
  const parts = withSlashes(path).split('/');
  const name = parts.pop() ?? '';
  return [parts.join('/'), name];
}

/** The given type in its plain form; by the name's ending when it is malformed or says nothing, as curl's does. */
export function mimeTypeOf(given: string, name: string): string {
  const type = mediaType(given);
  if (
    type !== unknownType &&
    type.length <= 127 &&
    /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/.test(type)
  )
    return type;
  return mime.getType(name) ?? unknownType;
}

/** A name for a file that came without one, with the ending of its type. */
export function nameOfNth(count: number, mimeType: string): string {
  const ending = mimeType === unknownType ? null : mime.getExtension(mimeType);
  return safeFileName(`file-${count}${ending ? `.${ending}` : ''}`);
}
