'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { ActiveUpload } from '@/lib/client/upload/active-uploads';
import { type UnfinishedUpload, unfinishedStore } from '@/lib/client/upload/unfinished/unfinished-store';
import { paths } from '@/lib/paths';

/** Reads unfinished uploads on each navigation; skips running ones and the one that the current page offers. */
export function useInterrupted(accountId: string, sending: readonly ActiveUpload[]): UnfinishedUpload[] {
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
