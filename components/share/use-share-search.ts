'use client';

import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { call } from '@/lib/client/call';
import { callKey } from '@/lib/client/call-key';
import type { Answer } from '@/lib/contract/endpoint';
import { share } from '@/lib/contract/share';

const debounceMs = 200;
type Page = Answer<typeof share.search>;

/** The query lives in the URL: it survives a reload, the back button and a copied link. Stale answers are dropped. */
export function useShareSearch() {
  const q = useSearchParams().get('q') ?? '';
  const query = useSettled(q);
  const cache = useQueryClient();
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    {
      queryKey: [share.search.path, 'pages', query],
      queryFn: ({ pageParam, signal }) =>
        call(share.search, { query: { q: query, page: pageParam } }, { signal }),
      initialPageParam: 1,
      getNextPageParam: (_last, pages) =>
        loadedOf(pages) < totalOf(pages).shares ? pages.length + 1 : undefined,
      placeholderData: keepPreviousData,
      // What the page was made with is the first page of the list.
      initialData: () => {
        const seeded = cache.getQueryData<Page>(callKey(share.search, { query: { q: query } }));
        return seeded && { pages: [seeded], pageParams: [1] };
      },
    },
  );
  const pages = data?.pages ?? [];

  return {
    q,
    setQ,
    items: pages.flatMap((page) => page.items),
    total: totalOf(pages),
    error,
    isStale: isPlaceholderData || q !== query,
    more: hasNextPage ? { isPending: isFetchingNextPage, load: () => void fetchNextPage() } : null,
  };
}

const setQ = (next: string) =>
  window.history.replaceState(null, '', next ? `?q=${encodeURIComponent(next)}` : window.location.pathname);

const loadedOf = (pages: Page[]) => pages.reduce((sum, page) => sum + page.items.length, 0);
const totalOf = (pages: Page[]) => pages.at(-1)?.total ?? { shares: 0, size: 0 };

/** The value once it has stood still for a moment; empty at once, because clearing is meant. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
