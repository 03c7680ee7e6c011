import type { FormProblem, QueueTotals } from '@/components/create/share-form';
import type { UploadSettings } from '@/lib/client/upload/access/upload-access';
import type { ShareProperties } from '@/lib/contract/share/share-shapes';
import { isNoteTooLong } from '@/lib/domain/limits';

/** The recipient may change it before publishing. */
const maxViews = 10;

export type DeliveryProblem = FormProblem | 'tooMany';
type DeliveryLimits = Pick<UploadSettings, 'maxSize' | 'maxAliasFiles'>;

export const areTooMany = (count: number, { maxAliasFiles }: DeliveryLimits): boolean =>
  maxAliasFiles > 0 && count > maxAliasFiles;

/** Returns the most important problem. A note alone is enough. */
export function problemOf(note: string, files: QueueTotals, limits: DeliveryLimits): DeliveryProblem | null {
  if (files.count === 0 && note.trim() === '') return 'nothing';
  if (areTooMany(files.count, limits)) return 'tooMany';
  if (files.totalBytes > limits.maxSize) return 'tooLarge';
  return isNoteTooLong(note) ? 'noteTooLong' : null;
}

/** The recipient sets name and password; validity 0 means that of the alias. */
export const propertiesOf = (note: string): ShareProperties => ({
  name: null,
  validity: 0,
  password: null,
  description: note.trim() === '' ? null : note,
  maxViews,
});
