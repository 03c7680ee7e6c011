'use client';

import { useEffect } from 'react';
import { useCall } from '@/lib/client/call/use-call';
import { useListView } from '@/lib/client/use-list-view';
import { type AccountSort, account } from '@/lib/contract/account';
import {
  accountPageSize,
  accountSearchInput,
  accountViewSearch,
  parseAccountView,
  sortedBy,
} from './account-view';

export function useAccountSearch() {
  const { view, debounced, setView, isTyping } = useListView(parseAccountView, accountViewSearch);
  const { data, error, refetch, isPlaceholderData } = useCall(account.search, accountSearchInput(debounced));
  const { items, total } = data ?? {};
  const isStale = isPlaceholderData || isTyping;
  const pages = Math.max(1, Math.ceil((total ?? 0) / accountPageSize));

  // Accounts may have been deleted since the URL was copied.
  const isBeyond = !isStale && items?.length === 0 && debounced.page > pages;
  useEffect(() => {
    if (isBeyond) setView((now) => ({ ...now, page: pages }));
  }, [isBeyond, pages, setView]);

  return {
    view,
    /** The search text of the rows on screen, which lags behind `view.q`. */
    query: debounced.q,
    items,
    total,
    pages,
    error,
    refetch,
    isStale,
    setQ: (q: string) => setView((now) => ({ ...now, q, page: 1 })),
    setPage: (page: number) => setView((now) => ({ ...now, page })),
    sortBy: (sort: AccountSort) => setView((now) => sortedBy(now, sort)),
  };
}

export type AccountSearch = ReturnType<typeof useAccountSearch>;
