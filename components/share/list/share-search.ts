import {
  isShareFilter,
  type ListView,
  readListView,
  type SearchParams,
  type ShareFilter,
} from '@/lib/domain/list-view';

export type ShareView = ListView<ShareFilter>;

export const shareViewIn = (given: SearchParams): ShareView => readListView(given, isShareFilter);

/** What a list page asks for, on the server and in the browser alike, so that both mean the same answer. */
export const shareQuery = ({ q, state }: ShareView) => ({
  query: { q, pageSize: 50, ...(state && { state }) },
});
