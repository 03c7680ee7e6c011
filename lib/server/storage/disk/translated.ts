import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { systemName } from '@/lib/server/plain-error';

/** No room on the disk, none left of a quota; and a file system, or a limit of the process, that takes no larger file. */
const refusals: Record<string, 'storage.full' | 'storage.fileTooLarge'> = {
  ENOSPC: 'storage.full',
  EDQUOT: 'storage.full',
  EFBIG: 'storage.fileTooLarge',
};

/** What the operating system refuses may work later; a full disk is worth telling apart. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).syscall) throw error;
    const code = refusals[systemName(error) ?? ''] ?? 'server.unavailable';
    throw new AppError(code, {}, { cause: error });
  }
}
