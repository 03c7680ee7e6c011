import 'server-only';
import { AppError } from '@/lib/contract/errors';

const noSpace = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What the operating system refuses may work later; a full disk is worth telling apart. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (noSpace.has(code ?? '')) throw new AppError('storage.full', {}, { cause: error });
    if (syscall) throw new AppError('server.unavailable', {}, { cause: error });
    throw error;
  }
}
