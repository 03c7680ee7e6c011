import { type DeliveryFilter, isDeliveryFilter } from '@/lib/domain/inbox/delivery-filter';
import { type GivenQuery, type ListView, listViewIn } from '@/lib/domain/list-view';

export type DeliveryView = ListView<DeliveryFilter>;

export const parseDeliveryView = (given: GivenQuery): DeliveryView => listViewIn(given, isDeliveryFilter);

/** Server and browser must build the same input, because it is the cache key. */
export const deliverySearchInput = (id: string, { q, state }: DeliveryView) => ({
  params: { id },
  query: { q, pageSize: 50, ...(state && { state }) },
});
