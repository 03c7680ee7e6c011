'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { shareReloads } from '@/components/share/use-share';
import { callKey } from '@/lib/client/call/call-key';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';

/** Some of several shares could not be changed; the others are. */
export class SomeFailed extends Error {
  override readonly name = 'SomeFailed';
  readonly count: number;

  constructor(reasons: readonly unknown[]) {
    super('Some shares could not be changed.', { cause: reasons[0] });
    this.count = reasons.length;
  }
}

type Work = (item: ShareListItem) => Promise<unknown>;

/** Does the same to several shares, one after the other, and reloads once at the end. */
export function useForEachShare(work: Work, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (items: readonly ShareListItem[]) => {
      const reasons: unknown[] = [];
      for (const item of items) {
        await work(item).catch((reason: unknown) => reasons.push(reason));
      }
      const stale = shareReloads.reloads.map((endpoint) => ({ queryKey: callKey(endpoint) }));
      await Promise.all(stale.map((filter) => cache.invalidateQueries(filter)));
      if (reasons.length > 0) throw new SomeFailed(reasons);
      onDone();
    },
  });
}
