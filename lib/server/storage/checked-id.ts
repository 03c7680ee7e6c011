import 'server-only';
import { AppError } from '@/lib/contract/errors';

/**
 * Every path and key passes here, as a last defence against ids that aren't ours.
 * @throws file.notFound
 */
export function checkedId(id: string): string {
  if (!/^[A-Za-z0-9_-]{8,80}$/.test(id)) throw new AppError('file.notFound');
  return id;
}
