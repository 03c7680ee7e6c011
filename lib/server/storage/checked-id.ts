import 'server-only';
import { AppError } from '@/lib/contract/errors';

/**
 * Every path and key passes here. Ids are made by us; this is the last wall should another one ever get this far.
 * @throws file.notFound
 */
export function checkedId(id: string): string {
  if (!/^[A-Za-z0-9_-]{8,80}$/.test(id)) throw new AppError('file.notFound');
  return id;
}
