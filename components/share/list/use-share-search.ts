'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useCallPages } from '@/lib/client/call/use-call';
import { useSearchInUrl, useSettledWords } from '@/lib/client/use-search-in-url';
import { share } from '@/lib/contract/share/share';
import { shareQuery, shareViewIn, shareViewSearch } from './share-search';

export function useShareSearch() {
  const params = useSearchParams();
  const [view, setView] = useState(() => shareViewIn(Object.fromEntries(params)));
  const { q, state } = view;
  const query = useSettledWords(q);
  const asked = { q: query, state };
  useSearchInUrl(shareViewSearch(asked), (given) => setView(shareViewIn(given)));
  const { data, isPlaceholderData, ...rest } = useCallPages(share.search, shareQuery(asked), {
    isLast: (pages) => {
      const seen = pages.reduce((sum, { items }) => sum + items.length, 0);
      return pages.at(-1)?.items.length === 0 || seen >= (pages.at(-1)?.total.shares ?? 0);
    },
  });
  return {
    ...rest,
    q,
    query,
    state,
    setQ: (words: string) => setView((now) => ({ ...now, q: words })),
    items: data?.pages.flatMap(({ items }) => items),
    total: data?.pages.at(-1)?.total,
    isStale: isPlaceholderData || q !== query,
  };
}
