import { expect, test } from 'vitest';
import { commonRefusal } from './common-refusal';
import type { UploadFailure, UploadItem } from './upload-item';

test('what is said of every file that failed is said once, for all of them', () => {
  const item = (failure: UploadFailure | null) => ({ failure }) as UploadItem;
  const full = item({ kind: 'refused', message: 'Full.', code: 'upload.inboxFull' });
  const other = item({ kind: 'refused', message: 'Too large.', code: 'upload.tooLarge' });
  expect(commonRefusal([full, item(null), full])).toBe('Full.');
  expect(commonRefusal([full, other])).toBeNull();
  expect(commonRefusal([full, item({ kind: 'unreadable' })])).toBeNull();
  expect(commonRefusal([item(null), undefined])).toBeNull();
});
