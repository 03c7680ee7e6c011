'use client';

import { useTranslations } from 'next-intl';
import type { CallError } from '@/lib/client/call';
import { formatBytes } from '@/lib/domain/units';
import type { FormProblem } from './share-form';

/** Why nothing could be created, in a sentence. */
export function useProblemText(totalBytes: number, maxSizeBytes: number): (problem: FormProblem) => string {
  const t = useTranslations();
  return (problem) => {
    switch (problem) {
      case 'tooLarge':
        return t('upload.tooLarge', { total: formatBytes(totalBytes), max: formatBytes(maxSizeBytes) });
      case 'views':
        return t('create.settings.viewsWrong');
      case 'passwordNeeded':
        return t('create.problem.password');
      case 'passwordEmpty':
        return t('create.password.empty');
      case 'passwordTooLong':
        return t('create.password.tooLong');
      case 'noteTooLong':
        return t('create.note.tooLong', { max: formatBytes(64 * 1024) });
      default:
        return t('create.problem.nothing');
    }
  };
}

/** What went wrong on the way to the server; its own words when it gave some. */
export function useFailedCallText(): (error: CallError) => string {
  const t = useTranslations('create.problem');
  return ({ kind, message, status }) => {
    if (kind === 'refused') return message;
    if (kind === 'status') return status === 404 ? t('notFound') : t('status', { status });
    return kind === 'decoding' ? t('decoding', { detail: message }) : t(kind);
  };
}
