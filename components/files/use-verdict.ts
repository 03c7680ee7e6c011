import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { callKey } from '@/lib/client/call/call-key';
import { acceptsCookies } from '@/lib/client/choices/accepts-cookies';
import { open } from '@/lib/contract/open';
import { share } from '@/lib/contract/share/share';

const lookMs = 5_000;
let lookedAt = 0;

/**
 * Reloads the files of the page until there is a verdict; of many marks one does it. A visitor's page is drawn anew by
 * their visit, because opening the share again might spend a view.
 */
export function useVerdict(isPending: boolean): void {
  const cache = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => {
      if (document.hidden || performance.now() - lookedAt < lookMs / 2) return;
      lookedAt = performance.now();
      for (const stale of [share.get, share.folder, share.files, open.folder, open.files])
        void cache.invalidateQueries({ queryKey: callKey(stale) });
      // Without the visit's cookie the page would be that of a stranger.
      const isVisit = cache.getQueriesData({ queryKey: callKey(open.get) }).length > 0;
      if (isVisit && acceptsCookies()) router.refresh();
    }, lookMs);
    return () => clearInterval(timer);
  }, [cache, router, isPending]);
}
