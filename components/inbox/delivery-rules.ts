import type { FormProblem } from '@/components/create/share-form';
import type { UploadSettings } from '@/lib/client/upload/upload-settings';
import type { ShareProperties } from '@/lib/contract/share/share-shapes';
import { isNoteTooLong } from '@/lib/domain/limits';

/** What the page of an alias always sent; the recipient may change it before publishing. */
const maxViews = 10;

type Files = { count: number; totalBytes: number };

export type DeliveryProblem = FormProblem | 'tooMany';
type Limits = Pick<UploadSettings, 'maxSize' | 'maxAliasFiles'>;

export const areTooMany = (count: number, { maxAliasFiles }: Limits): boolean =>
  maxAliasFiles > 0 && count > maxAliasFiles;

/** What prevents sending, most important first; null when nothing does. A note alone is enough. */
export function problemOf(note: string, files: Files, limits: Limits): DeliveryProblem | null {
  if (files.count === 0 && note.trim() === '') return 'nothing';
  if (areTooMany(files.count, limits)) return 'tooMany';
  if (files.totalBytes > limits.maxSize) return 'tooLarge';
  return isNoteTooLong(note) ? 'noteTooLong' : null;
}

/** Name, life and password are the recipient's business: the server takes the validity of the alias. */
export const propertiesOf = (note: string): ShareProperties => ({
  name: null,
  validity: 0,
  password: null,
  description: note.trim() === '' ? null : note,
  maxViews,
});
