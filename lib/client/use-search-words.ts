'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useSettled } from './use-settled';

/**
 * What is typed into a list's search, and as `query` what is asked for once the typing rests. Kept in the URL, so it
 * survives a reload, the back button and a copied link.
 */
export function useSearchWords() {
  const [q, setQ] = useState(useSearchParams().get('q') ?? '');
  const settled = useSettled(q, 200);
  // Clearing has nothing to wait for.
  const query = q === '' ? '' : settled;

  useEffect(() => {
    const url = query ? `?q=${encodeURIComponent(query)}` : location.pathname;
    history.replaceState(null, '', url);
  }, [query]);

  return { q, setQ, query };
}
