'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDebounced } from './use-debounced';

/** Keeps a list's search and filter in the URL. Returns `view` as typed and `debounced` once typing has paused. */
export function useListView<View extends { q: string }>(
  viewIn: (given: Record<string, string>) => View,
  searchOf: (view: View) => string,
) {
  const given = useSearchParams();
  const [view, setView] = useState(() => viewIn(Object.fromEntries(given)));
  const debounced = { ...view, q: useDebouncedWords(view.q) };
  const search = searchOf(debounced);
  useSearchInUrl(search, (change) => setView((now) => viewIn(withUrlChange(searchOf(now), change))));
  return { view, debounced, search, setView, isTyping: view.q !== debounced.q };
}

/**
 * Stores a list's search in the URL, and reports changes of the URL by filters, Back and Forward. @param search the
 * query with its "?", or "" @param follow gets the old and new query
 */
export function useSearchInUrl(search: string, follow: (change: UrlChange) => void): void {
  const given = useSearchParams().toString();
  const path = usePathname();
  const known = useRef(given);

  const take = useEffectEvent((to: string) => {
    const from = known.current;
    known.current = to;
    follow({ from, to });
  });
  useEffect(() => {
    const present = normal(location.search);
    // Somebody went back to another page: the URL is that page's already, which is not drawn yet.
    if (location.pathname !== path) return;
    // A filter or another entry of the history was chosen, and the router is on its way there.
    if (present !== known.current) return take(present);
    known.current = normal(search);
    if (known.current !== present) history.replaceState(null, '', search || location.pathname);
  }, [search, path]);

  const onGiven = useEffectEvent((given: string) => {
    // Our own change is reported a moment later, possibly after further changes.
    if (given !== known.current && given === normal(location.search)) take(given);
  });
  useEffect(() => onGiven(given), [given]);
}

export type UrlChange = { from: string; to: string };

/** Applies a change of the URL to `ours`, so that words typed during the navigation are kept. */
export function withUrlChange(ours: string, { from, to }: UrlChange): Record<string, string> {
  const query = new URLSearchParams(ours);
  const before = new URLSearchParams(from);
  const after = new URLSearchParams(to);
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const now = after.get(key);
    if (now === null) query.delete(key);
    else if (now !== before.get(key)) query.set(key, now);
  }
  return Object.fromEntries(query);
}

const normal = (search: string) => new URLSearchParams(search).toString();

/** Debounces words; empty ones and those of the URL need no delay. */
export function useDebouncedWords(q: string): string {
  const given = useSearchParams().get('q');
  const settled = useDebounced(q, 200);
  return q === '' || q === given ? q : settled;
}
