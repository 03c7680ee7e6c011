import type { UploadItem } from '@/lib/client/upload/upload-item';
import {
  contradictsName,
  type FileProblem,
  fileProblem,
  hasTypeRules,
  headBytes,
} from '@/lib/domain/inbox/accepts';
import { findInvalidAnswers, type InboxAnswers, type InvalidAnswer } from '@/lib/domain/inbox/answers';
import type { SenderForm } from './sender-form';

export type RefusedFile = { id: string; name: string; problem: FileProblem };

export const refusedFiles = (form: SenderForm, items: readonly UploadItem[]): RefusedFile[] =>
  items.flatMap((item) => {
    const problem = fileProblem(form, {
      name: item.filename,
      mimeType: item.file.type,
      sizeBytes: item.size,
    });
    return problem ? [{ id: item.id, name: item.filename, problem }] : [];
  });

/** Applies the server's rules, so that nothing is uploaded in vain. */
export async function formProblems(
  form: SenderForm,
  formAnswers: InboxAnswers,
  items: readonly UploadItem[],
): Promise<{ invalidAnswers: InvalidAnswer[]; refused: RefusedFile[] }> {
  const refused = refusedFiles(form, items);
  const known = new Set(refused.map(({ id }) => id));
  const others = hasTypeRules(form) ? items.filter(({ id }) => !known.has(id)) : [];
  for (const { id, filename: name, file } of others) {
    if (contradictsName(name, await headOf(file))) refused.push({ id, name, problem: 'lies' });
  }
  return { invalidAnswers: findInvalidAnswers(form, formAnswers), refused };
}

/** Reads nothing from an unreadable file, whose upload reports the error. */
const headOf = async (file: File): Promise<Uint8Array> =>
  new Uint8Array(
    await file
      .slice(0, headBytes)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  );
