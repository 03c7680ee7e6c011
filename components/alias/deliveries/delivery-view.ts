import { type DeliveryFilter, isDeliveryFilter } from '@/lib/domain/inbox/delivery-filter';
import { type GivenQuery, type ListView, listViewIn } from '@/lib/domain/list-view';

export type DeliveryView = ListView<DeliveryFilter>;

export const deliveryViewIn = (given: GivenQuery): DeliveryView => listViewIn(given, isDeliveryFilter);

/** What the page asks for, on the server and in the browser alike, so that both mean the same answer. */
export const deliveriesInput = (id: string, { q, state }: DeliveryView) => ({
  params: { id },
  query: { q, pageSize: 50, ...(state && { state }) },
});
