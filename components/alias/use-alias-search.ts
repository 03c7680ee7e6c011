'use client';

import { untilTotal, useCallPages } from '@/lib/client/call/use-call';
import { useListView } from '@/lib/client/use-list-view';
import { alias } from '@/lib/contract/alias/alias';
import { listViewSearch, readSearchWords } from '@/lib/domain/list-view';
import { aliasSearchInput } from './alias-queries';

export function useAliasSearch() {
  const { view, debounced, setView, isTyping } = useListView(parseSearch, listViewSearch);
  const { data, isPlaceholderData, ...rest } = useCallPages(alias.search, aliasSearchInput(debounced.q), {
    isLast: untilTotal(({ total }) => total),
  });
  return {
    ...rest,
    q: view.q,
    query: debounced.q,
    setQ: (q: string) => setView({ q }),
    items: data?.pages.flatMap(({ items }) => items),
    total: data?.pages.at(-1)?.total,
    isStale: isPlaceholderData || isTyping,
  };
}

const parseSearch = ({ q }: Record<string, string>) => ({ q: readSearchWords(q) });
