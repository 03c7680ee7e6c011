import { isIdent } from '@/lib/domain/ident';
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

/** Of the start page: what one has sent last, how much there is in all, and what has come in. */
export const recentQuery = { query: { q: '', pageSize: 5, state: 'sent' } } as const;
export const stockQuery = { query: { q: '', pageSize: 1 } };
export const newQuery = { query: { q: '', pageSize: 3, state: 'unread' } } as const;

const identIn = (given: SearchParams[string]) => (typeof given === 'string' && isIdent(given) ? given : '');

type ReceivedView = ListView<DeliveryFilter> & {
  alias: string;
  /** The delivery that is open. */
  at: string;
};

export const receivedViewIn = (given: SearchParams): ReceivedView => ({
  ...readListView(given, isDeliveryFilter),
  alias: identIn(given.alias),
  at: identIn(given.at),
});

export const receivedQuery = ({ alias, ...view }: ReceivedView) => ({
  query: { ...queryOf(view), ...(alias && { alias }) },
});

export const aliasQuery = (q: string) => ({ query: { q, pageSize: 50 } });
