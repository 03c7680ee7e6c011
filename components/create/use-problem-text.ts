'use client';

import { useTranslations } from 'next-intl';
import { useBytes } from '@/lib/client/use-bytes';
import { maxNoteBytes } from '@/lib/domain/limits';
import type { FormProblem } from './share-form';

export function useProblemText(totalBytes: number, maxSizeBytes: number): (problem: FormProblem) => string {
  const t = useTranslations();
  const sizeText = useBytes();
  return (problem) => {
    switch (problem) {
      case 'tooLarge':
        return t('upload.tooLarge', { total: sizeText(totalBytes), max: sizeText(maxSizeBytes) });
      case 'passwordNeeded':
        return t('create.problem.password');
      case 'passwordEmpty':
        return t('create.password.empty');
      case 'until':
      case 'downloads':
      case 'words':
        return ''; // displayed at the field
      case 'passwordTooLong':
        return t('create.password.tooLong');
      case 'noteTooLong':
        return t('create.note.tooLong', { max: sizeText(maxNoteBytes) });
      default:
        return t('create.problem.nothing');
    }
  };
}
