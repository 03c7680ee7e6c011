import {
  type DeliveryFilter,
  isDeliveryFilter,
  isShareFilter,
  type ListView,
  readListView,
  type SearchParams,
  type ShareFilter,
} from '@/lib/domain/list-view';

// Server and browser must build the same inputs, because they are cache keys.

const queryOf = <Filter extends string>({ q, state }: ListView<Filter>) => ({
  q,
  pageSize: 50,
  ...(state && { state }),
});

export type ShareView = ListView<ShareFilter>;

export const shareViewIn = (given: SearchParams): ShareView => readListView(given, isShareFilter);

export const shareQuery = (view: ShareView) => ({ query: queryOf(view) });

export const deliveryViewIn = (given: SearchParams) => readListView(given, isDeliveryFilter);

export const deliveryQuery = (id: string, view: ListView<DeliveryFilter>) => ({
  params: { id },
  query: queryOf(view),
});

export const aliasQuery = (q: string) => ({ query: { q, pageSize: 50 } });

/** Asks for one item more than is displayed, since the album is left out. */
export const receivedSharesQuery = (alias: string) => ({ query: { q: '', alias, pageSize: 4 } });
