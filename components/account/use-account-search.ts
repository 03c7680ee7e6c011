'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useCall } from '@/lib/client/use-call';
import { useSettled } from '@/lib/client/use-settled';
import { type AccountSort, account } from '@/lib/contract/account';
import { type AccountView, accountQuery, pageSize, parseView, sortedBy, viewSearch } from './account-view';

/** The page of accounts that is looked at, and the ways to another one. */
export function useAccountSearch() {
  const params = useSearchParams();
  const [view, setView] = useState(() => parseView(Object.fromEntries(params)));
  const settled = useSettled(view.q, 200);
  // Clearing has nothing to wait for.
  const asked: AccountView = { ...view, q: view.q === '' ? '' : settled };
  const { data, error, refetch, isPlaceholderData } = useCall(account.search, accountQuery(asked));
  const { items, total } = data ?? {};
  const isStale = isPlaceholderData || view.q !== asked.q;
  const pages = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  const search = viewSearch(asked);

  useEffect(() => {
    history.replaceState(null, '', search || location.pathname);
  }, [search]);

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
