'use client';

import { useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { onStale } from '@/lib/client/call/stale';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';

/**
 * Refetches what uploads or other tabs made stale. The server renders the home page, so that is refreshed.
 */
export function FollowChanges() {
  const cache = useQueryClient();
  const router = useRouter();
  const path = usePathname();
  const follow = useEffectEvent((stale: readonly string[]) => {
    for (const one of stale) void cache.invalidateQueries({ queryKey: [one] });
    if (path === paths.home && stale.includes(share.search.path)) router.refresh();
  });
  useEffect(() => onStale(follow), []);
  return null;
}

const start = async () => navigator.serviceWorker?.register('/worker.js');

export function StartWorker() {
  useFetchAhead(start);
  return null;
}
