'use client';

import { useCallPages } from '@/lib/client/use-call';
import { useSearchWords } from '@/lib/client/use-search-words';
import { share } from '@/lib/contract/share';
import { shareQuery } from './share-search';

export function useShareSearch() {
  const { q, setQ, query } = useSearchWords();
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
