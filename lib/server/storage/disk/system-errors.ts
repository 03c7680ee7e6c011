import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { systemName } from '@/lib/server/plain-error';

const refusals: Record<string, 'storage.full' | 'storage.fileTooLarge'> = {
  ENOSPC: 'storage.full',
  EDQUOT: 'storage.full',
  EFBIG: 'storage.fileTooLarge',
};

/**
 * Reports system errors as `server.unavailable`, because they may pass. Full disks, used up quotas (`EDQUOT`) and
 * files that are too large have codes of their own.
 */
export async function translateSystemErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).syscall) throw error;
    const code = refusals[systemName(error) ?? ''] ?? 'server.unavailable';
    throw new AppError(code, {}, { cause: error });
  }
}
