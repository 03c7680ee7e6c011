'use client';

import { shareQuery, shareViewIn } from '@/components/list/list-queries';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call';
import { useListView } from '@/lib/client/use-list-view';
import { share } from '@/lib/contract/share/share';
import { listViewSearch } from '@/lib/domain/list-view';

export function useShareSearch() {
  const { view, debounced, setView, isTyping } = useListView(shareViewIn, listViewSearch);
  const { data, isPlaceholderData, ...rest } = useCallPages(share.search, shareQuery(debounced), {
    isLast: untilTotal(({ total }) => total.shares),
  });
  return {
    ...rest,
    ...view,
    query: debounced.q,
    setQ: (q: string) => setView((now) => ({ ...now, q })),
    items: data?.pages.flatMap(({ items }) => items),
    total: data?.pages.at(-1)?.total,
    isStale: isPlaceholderData || isTyping,
  };
}
