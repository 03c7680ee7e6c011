import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { type FileProblem, fileProblem, hasTypeRules, type OfferedFile } from '@/lib/domain/inbox/accepts';
import { contradictsName, headBytes } from '@/lib/domain/inbox/first-bytes';
import type { FileRules } from '@/lib/domain/inbox/inbox-form';
import type { Context } from '@/lib/server/context';

type Terms = FileRules | null | undefined;

/** @throws delivery.fileType, delivery.fileLies, delivery.fileTooLarge, each naming the file */
export function checkFile(terms: Terms, file: OfferedFile): void {
  const problem = terms ? fileProblem(terms, file) : null;
  if (terms && problem) throw fileRefusal(problem, terms, file.name);
}

export function fileRefusal(problem: FileProblem, { maxFileBytes }: FileRules, name: string): AppError {
  if (problem === 'type') return new AppError('delivery.fileType', { name });
  if (problem === 'lies') return new AppError('delivery.fileLies', { name });
  return new AppError('delivery.fileTooLarge', { name, size: { bytes: maxFileBytes ?? 0 } });
}

/** @throws delivery.fileLies when the first bytes say something else than the name */
export function checkHead(terms: Terms, name: string, head: Uint8Array): void {
  if (terms && hasTypeRules(terms) && contradictsName(name, head))
    throw new AppError('delivery.fileLies', { name });
}

type Stored = { fileId: string; name: string; sizeBytes: number };

/** The same for a file whose bytes are final. @throws delivery.fileLies */
export async function checkStored(
  { storage }: Pick<Context, 'storage'>,
  terms: Terms,
  { fileId, name, sizeBytes }: Stored,
): Promise<void> {
  if (!terms || !hasTypeRules(terms) || sizeBytes === 0) return;
  const range = { start: 0, end: Math.min(sizeBytes, headBytes) - 1 };
  const parts: Buffer[] = [];
  for await (const part of storage.read(fileId, range)) parts.push(Buffer.from(part)); // the reader's own again
  checkHead(terms, name, Buffer.concat(parts));
}

type Held = { files: number; bytes: number };

/** What may still come into one delivery. */
export function deliveryRoom(terms: Terms, { files, bytes }: Held): Held {
  return {
    files: (terms?.maxFiles ?? Number.POSITIVE_INFINITY) - files,
    bytes: (terms?.maxBytes ?? Number.POSITIVE_INFINITY) - bytes,
  };
}

/** The refusal of more than that. */
export const roomRefusal = (terms: Terms, over: keyof Held): AppError =>
  over === 'files'
    ? new AppError('delivery.tooManyFiles', { max: terms?.maxFiles ?? 0 })
    : new AppError('delivery.tooLarge', { size: { bytes: terms?.maxBytes ?? 0 } });
