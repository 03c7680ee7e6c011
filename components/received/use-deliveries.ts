import { useDoneMarks } from '@/components/delivery/done-marks';
import { receivedQuery, receivedViewIn } from '@/components/list/list-queries';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call-pages';
import { useListView } from '@/lib/client/use-list-view';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { listViewSearch } from '@/lib/domain/list-view';

export type DeliverySearch = ReturnType<typeof useDeliveries>;

export function useDeliveries() {
  const { view, debounced, setView, isTyping } = useListView(receivedViewIn, listViewSearch);
  const { data, isPlaceholderData, ...rest } = useCallPages(deliveries.search, receivedQuery(debounced), {
    isLast: untilTotal(({ total }) => total.deliveries),
  });
  const last = data?.pages.at(-1);
  const items = data?.pages.flatMap((page) => page.items);
  const isStale = isPlaceholderData || isTyping;
  const isAll = debounced.q === '' && view.state === '' && view.alias === '';
  return {
    ...rest,
    view,
    setView,
    query: debounced.q,
    setQ: (q: string) => setView((now) => ({ ...now, q })),
    items,
    inboxes: last?.inboxes ?? [],
    total: last?.total,
    isStale,
    isEmpty: items?.length === 0 && isAll && !isStale && view.at === '',
    marks: useDoneMarks(),
  };
}
