import {
  type DeliveryFilter,
  isDeliveryFilter,
  type ListView,
  readListView,
  type SearchParams,
} from '@/lib/domain/list-view';

export type DeliveryView = ListView<DeliveryFilter>;

export const parseDeliveryView = (given: SearchParams): DeliveryView => readListView(given, isDeliveryFilter);

/** Server and browser must build the same input, because it is the cache key. */
export const deliverySearchInput = (id: string, { q, state }: DeliveryView) => ({
  params: { id },
  query: { q, pageSize: 50, ...(state && { state }) },
});
