import { endingOf, groupOf, groupOfType } from './file-kind';
import type { FileTerms } from './inbox-form';

export type OfferedFile = { name: string; mimeType: string; sizeBytes: number };
export type FileProblem = 'type' | 'lies' | 'large';

/** Whether any file is too many as it is: then names, types and first bytes have to agree, too. */
export const isChoosy = ({ groups, endings }: FileTerms): boolean => groups.length > 0 || endings.length > 0;

/** Why one file is refused, before any of its bytes are seen; null when it isn't. */
export function fileProblem(
  terms: FileTerms,
  { name, mimeType, sizeBytes }: OfferedFile,
): FileProblem | null {
  if (isChoosy(terms)) {
    const group = groupOf(name);
    const isTaken =
      terms.endings.includes(endingOf(name)) || (group !== null && terms.groups.includes(group));
    if (!isTaken) return 'type';
    const declared = groupOfType(mimeType);
    if (declared !== null && group !== null && declared !== group && !areNeighbours(declared, group))
      return 'lies';
  }
  return terms.maxFileBytes !== null && sizeBytes > terms.maxFileBytes ? 'large' : null;
}

/** Sound and film share their containers, and systems call one the other. */
const areNeighbours = (one: string, other: string): boolean =>
  [one, other].every((group) => group === 'films' || group === 'sound');
