'use client';

import { useTranslations } from 'next-intl';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { SomeFailed } from './use-for-each-share';

/** How many of several shares are as they were, and why the first of them is. */
export function useSomeFailedText(): (error: Error) => string {
  const t = useTranslations('share.list.several');
  const failureText = useFailureText();
  return (error) =>
    error instanceof SomeFailed && error.cause instanceof Error
      ? t('failed', { count: error.count, reason: failureText(error.cause) })
      : failureText(error);
}
