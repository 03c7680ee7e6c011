'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useCallPages } from '@/lib/client/use-call';
import { useSettled } from '@/lib/client/use-settled';
import { share } from '@/lib/contract/share';
import { shareQuery } from './share-search';

/** The words are kept in the URL, so they survive a reload, the back button and a copied link. */
export function useShareSearch() {
  const [q, setQ] = useState(useSearchParams().get('q') ?? '');
  const settled = useSettled(q, 200);
  // Clearing has nothing to wait for.
  const query = q === '' ? '' : settled;

  useEffect(() => {
    const url = query ? `?q=${encodeURIComponent(query)}` : location.pathname;
    history.replaceState(null, '', url);
  }, [query]);

  const { data, isPlaceholderData, ...rest } = useCallPages(share.search, shareQuery(query), {
    isLast: (pages) => {
      const seen = pages.reduce((sum, { items }) => sum + items.length, 0);
      return pages.at(-1)?.items.length === 0 || seen >= (pages.at(-1)?.total.shares ?? 0);
    },
  });
  return {
    ...rest,
    q,
    query,
    setQ,
    items: data?.pages.flatMap(({ items }) => items),
    total: data?.pages.at(-1)?.total,
    isStale: isPlaceholderData || q !== query,
  };
}
