'use client';

import { useCallPages } from '@/lib/client/call/use-call';
import { useSearchWords } from '@/lib/client/use-search-words';
import { alias } from '@/lib/contract/alias/alias';
import { aliasQuery } from './alias-search';

export function useAliasSearch() {
  const { q, setQ, query } = useSearchWords();
  const { data, isPlaceholderData, ...rest } = useCallPages(alias.search, aliasQuery(query), {
    isLast: (pages) => {
      const seen = pages.reduce((sum, { items }) => sum + items.length, 0);
      return pages.at(-1)?.items.length === 0 || seen >= (pages.at(-1)?.total ?? 0);
    },
  });
  return {
    ...rest,
    q,
    query,
    setQ,
    items: data?.pages.flatMap(({ items }) => items),
    total: data?.pages.at(-1)?.total,
    isStale: isPlaceholderData || q !== query,
  };
}
