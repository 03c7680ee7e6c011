'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useCall } from '@/lib/client/call/use-call';
import { useSearchInUrl, useSettledWords } from '@/lib/client/use-search-in-url';
import { type AccountSort, account } from '@/lib/contract/account';
import { type AccountView, accountQuery, pageSize, parseView, sortedBy, viewSearch } from './account-view';

/** The page of accounts that is looked at, and the ways to another one. */
export function useAccountSearch() {
  const params = useSearchParams();
  const [view, setView] = useState(() => parseView(Object.fromEntries(params)));
  const asked: AccountView = { ...view, q: useSettledWords(view.q) };
  const { data, error, refetch, isPlaceholderData } = useCall(account.search, accountQuery(asked));
  const { items, total } = data ?? {};
  const isStale = isPlaceholderData || view.q !== asked.q;
  const pages = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  useSearchInUrl(viewSearch(asked), (given) => setView(parseView(given)));

  // Accounts may have gone since the URL was made.
  const isBeyond = !isStale && items?.length === 0 && asked.page > pages;
  useEffect(() => {
    if (isBeyond) setView((now) => ({ ...now, page: pages }));
  }, [isBeyond, pages]);

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
