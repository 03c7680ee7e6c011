'use client';

import { useTranslations } from 'next-intl';
import { CallError } from './call';

export function useFailureText(): (error: unknown) => string {
  const t = useTranslations('app.failure');
  return (error) => {
    if (!(error instanceof CallError)) return t('unknown');
    switch (error.kind) {
      case 'refused':
        return error.message;
      case 'timeout':
      case 'network':
      case 'tooManyNames':
        return t(error.kind);
      case 'url':
        return t('url', { url: error.message.slice(0, 200) });
      case 'unknown':
        return t('unexpected', { detail: error.message.slice(0, 200) });
      case 'decoding':
        return t('decoding', { detail: error.message.slice(0, 200) });
      default:
        return error.status === 404 ? t('notFound') : t('status', { code: String(error.status) });
    }
  };
}
