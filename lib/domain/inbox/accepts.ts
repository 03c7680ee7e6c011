import { endingOf, groupOf, groupOfType } from './file-kind';
import type { FileRules } from './inbox-form';

export type OfferedFile = { name: string; mimeType: string; sizeBytes: number };
export type FileProblem = 'type' | 'lies' | 'large';

/** True when only some types are accepted. Then name, declared type and first bytes must agree. */
export const hasTypeRules = ({ groups, endings }: FileRules): boolean =>
  groups.length > 0 || endings.length > 0;

/** Checks a file before its content arrives. Returns null when it is accepted. */
export function fileProblem(
  terms: FileRules,
  { name, mimeType, sizeBytes }: OfferedFile,
): FileProblem | null {
  if (hasTypeRules(terms)) {
    const group = groupOf(name);
    const isAccepted =
      terms.endings.includes(endingOf(name)) || (group !== null && terms.groups.includes(group));
    if (!isAccepted) return 'type';
    const declared = groupOfType(mimeType);
    if (declared !== null && group !== null && declared !== group && !areAudioOrVideo(declared, group))
      return 'lies';
  }
  return terms.maxFileBytes !== null && sizeBytes > terms.maxFileBytes ? 'large' : null;
}

/** Audio and video share containers, and systems declare one as the other. */
const areAudioOrVideo = (one: string, other: string): boolean =>
  [one, other].every((group) => group === 'films' || group === 'sound');
