'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { shareReloads } from '@/components/share/use-share';
import { callKey } from '@/lib/client/call/call-key';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';

/** Some of several shares could not be changed; the others were. */
class SomeSharesFailed extends Error {
  override readonly name = 'SomeSharesFailed';
  readonly count: number;

  constructor(reasons: readonly unknown[]) {
    super('Some shares could not be changed.', { cause: reasons[0] });
    this.count = reasons.length;
  }
}

/** Changes shares one after the other and reloads once at the end. @throws {SomeSharesFailed} */
export function useForEachShare(work: (item: ShareListItem) => Promise<unknown>, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (items: readonly ShareListItem[]) => {
      const reasons: unknown[] = [];
      for (const item of items) {
        await work(item).catch((reason: unknown) => reasons.push(reason));
      }
      const stale = shareReloads.reloads.map((endpoint) => ({ queryKey: callKey(endpoint) }));
      await Promise.all(stale.map((filter) => cache.invalidateQueries(filter)));
      if (reasons.length > 0) throw new SomeSharesFailed(reasons);
      onDone();
    },
  });
}

export function useSomeSharesFailedText(): (error: Error) => string {
  const t = useTranslations('share.list.several');
  const failureText = useFailureText();
  return (error) =>
    error instanceof SomeSharesFailed && error.cause instanceof Error
      ? t('failed', { count: error.count, reason: failureText(error.cause) })
      : failureText(error);
}
