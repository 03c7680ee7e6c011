import 'server-only';
import { AppError } from '@/lib/contract/errors';

export const folders = { files: 'files/', tails: 'tails/' } as const;

/** A whole file, or one that is being joined. */
export const fileKey = (fileId: string): string => folders.files + checked(fileId);

/** Bytes that don't fill a part yet. Nobody writes to the same key twice, so nobody can spoil what another noted. */
export const tailKey = (fileId: string, position: number, mark: string): string =>
  `${folders.tails}${checked(fileId)}/${position}-${mark}`;

/** Ids are made by us; this is the last wall should another one ever get this far. */
function checked(id: string): string {
  if (!/^[A-Za-z0-9_-]{8,80}$/.test(id)) throw new AppError('file.notFound');
  return id;
}
