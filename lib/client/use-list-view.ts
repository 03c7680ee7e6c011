'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useDebouncedWords, useSearchInUrl, withUrlChange } from './use-search-in-url';

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
