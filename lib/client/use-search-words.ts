'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { maxSearchChars } from '@/lib/domain/limits';
import { useSearchInUrl, useSettledWords } from './use-search-in-url';

/** What is typed into a list's search, and as `query` what is asked for once the typing rests. It stands in the URL. */
export function useSearchWords() {
  const [q, setQ] = useState(wordsOf(useSearchParams().get('q')));
  const query = useSettledWords(q);
  useSearchInUrl(query && `?${new URLSearchParams({ q: query })}`, (given) => setQ(wordsOf(given.q)));
  return { q, setQ, query };
}

const wordsOf = (given: string | null | undefined) => (given ?? '').slice(0, maxSearchChars);
