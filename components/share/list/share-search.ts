import {
  isShareFilter,
  type ListView,
  readListView,
  type SearchParams,
  type ShareFilter,
} from '@/lib/domain/list-view';

export type ShareView = ListView<ShareFilter>;

export const shareViewIn = (given: SearchParams): ShareView => readListView(given, isShareFilter);

/** Shared by the server's first paint and the browser, so that both use the same cache key. */
export const shareQuery = ({ q, state }: ShareView) => ({
  query: { q, pageSize: 50, ...(state && { state }) },
});
