'use client';

import { untilTotal, useCallPages } from '@/lib/client/call/use-call';
import { useListView } from '@/lib/client/use-list-view';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { listViewSearch } from '@/lib/domain/list-view';
import { deliverySearchInput, parseDeliveryView } from './delivery-view';

export function useDeliveries(aliasId: string) {
  const { view, debounced, setView, isTyping } = useListView(parseDeliveryView, listViewSearch);
  const input = deliverySearchInput(aliasId, debounced);
  const { data, isPlaceholderData, ...rest } = useCallPages(deliveries.search, input, {
    isLast: untilTotal(({ total }) => total.deliveries),
  });
  const last = data?.pages.at(-1);
  return {
    ...rest,
    ...view,
    query: debounced.q,
    setQ: (q: string) => setView((now) => ({ ...now, q })),
    items: data?.pages.flatMap(({ items }) => items),
    questions: last?.questions ?? [],
    hasAlbum: last?.album ?? false,
    total: last?.total,
    isStale: isPlaceholderData || isTyping,
  };
}
