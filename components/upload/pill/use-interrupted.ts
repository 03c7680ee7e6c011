'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { Sending } from '@/lib/client/upload/sending';
import { type UnfinishedUpload, unfinishedStore } from '@/lib/client/upload/unfinished/unfinished-store';
import { paths } from '@/lib/paths';

/**
 * What earlier visits left unfinished, looked up with every page; without what is being sent, and what the page in sight
 * offers to go on with.
 */
export function useInterrupted(accountId: string, sending: readonly Sending[]): UnfinishedUpload[] {
  const path = usePathname();
  const [found, setFound] = useState<readonly UnfinishedUpload[]>([]);
  const isSent = sending.map(({ shareId }) => shareId).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or an upload's end is the reason to look again
  useEffect(() => {
    let isOver = false;
    void unfinishedStore.list(accountId).then((all) => !isOver && setFound(all));
    return () => {
      isOver = true;
    };
  }, [accountId, path, isSent]);
  if (path === paths.newShare) return [];
  return found.filter(({ shareId }) => !isSent.includes(shareId) && path !== paths.share(shareId));
}
