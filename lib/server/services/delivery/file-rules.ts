import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { type FileProblem, fileProblem, hasTypeRules, type OfferedFile } from '@/lib/domain/inbox/accepts';
import { contradictsName, headBytes } from '@/lib/domain/inbox/first-bytes';
import type { FileRules } from '@/lib/domain/inbox/inbox-form';
import type { Context } from '@/lib/server/context';

type OptionalFileRules = FileRules | null | undefined;

/** @throws delivery.fileType, delivery.fileLies, delivery.fileTooLarge, each naming the file */
export function checkFile(rules: OptionalFileRules, file: OfferedFile): void {
  const problem = rules ? fileProblem(rules, file) : null;
  if (rules && problem) throw fileRefusal(problem, rules, file.name);
}

export function fileRefusal(problem: FileProblem, { maxFileBytes }: FileRules, name: string): AppError {
  if (problem === 'type') return new AppError('delivery.fileType', { name });
  if (problem === 'lies') return new AppError('delivery.fileLies', { name });
  return new AppError('delivery.fileTooLarge', { name, size: { bytes: maxFileBytes ?? 0 } });
}

/** @throws delivery.fileLies when the first bytes contradict the name */
export function checkHead(rules: OptionalFileRules, name: string, head: Uint8Array): void {
  if (rules && hasTypeRules(rules) && contradictsName(name, head))
    throw new AppError('delivery.fileLies', { name });
}

/** Applies `checkHead` to a stored file. @throws delivery.fileLies */
export async function checkStoredHead(
  { storage }: Pick<Context, 'storage'>,
  rules: OptionalFileRules,
  { fileId, name, sizeBytes }: { fileId: string; name: string; sizeBytes: number },
): Promise<void> {
  if (!rules || !hasTypeRules(rules) || sizeBytes === 0) return;
  const range = { start: 0, end: Math.min(sizeBytes, headBytes) - 1 };
  const parts: Buffer[] = [];
  for await (const part of storage.read(fileId, range)) parts.push(Buffer.from(part)); // the storage reuses its buffer
  checkHead(rules, name, Buffer.concat(parts));
}

type DeliveryTotals = { files: number; bytes: number };

export function deliveryQuota(rules: OptionalFileRules, { files, bytes }: DeliveryTotals): DeliveryTotals {
  return {
    files: (rules?.maxFiles ?? Number.POSITIVE_INFINITY) - files,
    bytes: (rules?.maxBytes ?? Number.POSITIVE_INFINITY) - bytes,
  };
}

export const deliveryQuotaRefusal = (rules: OptionalFileRules, over: keyof DeliveryTotals): AppError =>
  over === 'files'
    ? new AppError('delivery.tooManyFiles', { max: rules?.maxFiles ?? 0 })
    : new AppError('delivery.tooLarge', { size: { bytes: rules?.maxBytes ?? 0 } });
