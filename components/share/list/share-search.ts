import { type GivenQuery, type ListView, listViewIn } from '@/lib/domain/list-view';
import { isShareFilter, type ShareFilter } from '@/lib/domain/share-filter';

export type ShareView = ListView<ShareFilter>;

export const shareViewIn = (given: GivenQuery): ShareView => listViewIn(given, isShareFilter);

/** What a list page asks for, on the server and in the browser alike, so that both mean the same answer. */
export const shareQuery = ({ q, state }: ShareView) => ({
  query: { q, pageSize: 50, ...(state && { state }) },
});
