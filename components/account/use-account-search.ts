'use client';

import { useEffect } from 'react';
import { useCall } from '@/lib/client/call/use-call';
import { useListView } from '@/lib/client/use-list-view';
import { type AccountSort, account } from '@/lib/contract/account';
import { accountQuery, pageSize, parseView, sortedBy, viewSearch } from './account-view';

/** The page of accounts that is looked at, and the ways to another one. */
export function useAccountSearch() {
  const { view, asked, setView, isTyping } = useListView(parseView, viewSearch);
  const { data, error, refetch, isPlaceholderData } = useCall(account.search, accountQuery(asked));
  const { items, total } = data ?? {};
  const isStale = isPlaceholderData || isTyping;
  const pages = Math.max(1, Math.ceil((total ?? 0) / pageSize));

  // Accounts may have gone since the URL was made.
  const isBeyond = !isStale && items?.length === 0 && asked.page > pages;
  useEffect(() => {
    if (isBeyond) setView((now) => ({ ...now, page: pages }));
  }, [isBeyond, pages, setView]);

  return {
    view,
    /** The words that the rows in sight belong to. */
    query: asked.q,
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
