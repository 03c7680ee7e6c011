'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useSearchInUrl, useSettledWords, withUrlChange } from './use-search-in-url';

/**
 * What a list is narrowed down to. It is kept in the URL.
 * @returns `view` as it is typed, `asked` once the typing rests
 */
export function useListView<View extends { q: string }>(
  viewIn: (given: Record<string, string>) => View,
  searchOf: (view: View) => string,
) {
  const given = useSearchParams();
  const [view, setView] = useState(() => viewIn(Object.fromEntries(given)));
  const asked = { ...view, q: useSettledWords(view.q) };
  const search = searchOf(asked);
  useSearchInUrl(search, (change) => setView((now) => viewIn(withUrlChange(searchOf(now), change))));
  return { view, asked, search, setView, isTyping: view.q !== asked.q };
}
