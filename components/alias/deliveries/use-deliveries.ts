'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useCallPages } from '@/lib/client/call/use-call';
import { useSearchInUrl, useSettledWords } from '@/lib/client/use-search-in-url';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { deliveriesInput, deliveryViewIn, deliveryViewSearch } from './delivery-view';

/** What came through an alias, page by page, as the URL narrows it down. */
export function useDeliveries(aliasId: string) {
  const params = useSearchParams();
  const [view, setView] = useState(() => deliveryViewIn(Object.fromEntries(params)));
  const { q, state } = view;
  const query = useSettledWords(q);
  const asked = { q: query, state };
  useSearchInUrl(deliveryViewSearch(asked), (given) => setView(deliveryViewIn(given)));
  const input = deliveriesInput(aliasId, asked);
  const { data, isPlaceholderData, ...rest } = useCallPages(deliveries.search, input, {
    isLast: (pages) => {
      const seen = pages.reduce((sum, { items }) => sum + items.length, 0);
      return pages.at(-1)?.items.length === 0 || seen >= (pages.at(-1)?.total.deliveries ?? 0);
    },
  });
  const last = data?.pages.at(-1);
  return {
    ...rest,
    q,
    query,
    state,
    setQ: (words: string) => setView((now) => ({ ...now, q: words })),
    items: data?.pages.flatMap(({ items }) => items),
    questions: last?.questions ?? [],
    hasAlbum: last?.album ?? false,
    total: last?.total,
    isStale: isPlaceholderData || q !== query,
  };
}
