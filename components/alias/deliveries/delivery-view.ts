import { type DeliveryFilter, isDeliveryFilter } from '@/lib/domain/inbox/delivery-filter';
import { maxSearchChars } from '@/lib/domain/limits';

/** What the list is narrowed down to, as the URL holds it; "" is nothing. */
export type DeliveryView = { q: string; state: DeliveryFilter | '' };

/** Reads a URL's query; what can't be part of a view counts as not said. */
export const deliveryViewIn = ({
  q,
  state,
}: Record<string, string | string[] | undefined>): DeliveryView => ({
  q: typeof q === 'string' ? q.slice(0, maxSearchChars) : '',
  state: isDeliveryFilter(state) ? state : '',
});

/** `?q=plans`, or nothing. */
export function deliveryViewSearch({ q, state }: DeliveryView): string {
  const search = new URLSearchParams({ ...(state && { state }), ...(q && { q }) }).toString();
  return search && `?${search}`;
}

/** What the page asks for, on the server and in the browser alike, so that both mean the same answer. */
export const deliveriesInput = (id: string, { q, state }: DeliveryView) => ({
  params: { id },
  query: { q, pageSize: 50, ...(state && { state }) },
});
