import { type AccountQuery, type AccountSort, accountSorts } from '@/lib/contract/account/account';
import { readSearchWords, type SearchParams } from '@/lib/domain/list-view';

/** Search, page and sort order of the list, stored in the URL. */
export type AccountView = Omit<AccountQuery, 'pageSize'>;

export const accountPageSize = 50;

export const accountPages = (total: number): number => Math.max(1, Math.ceil(total / accountPageSize));

/** Server and browser must build the same input, because it is the cache key. */
export const accountSearchInput = (view: AccountView) => ({ query: { ...view, pageSize: accountPageSize } });

export const defaultAccountView: AccountView = { q: '', page: 1, sort: 'login', order: 'asc' };

export function parseAccountView({ q, page, sort, order }: SearchParams): AccountView {
  return {
    q: readSearchWords(q),
    page: Math.min(1_000_000, /^[1-9]\d*$/.test(String(page)) ? Number(page) : defaultAccountView.page),
    sort: accountSorts.find((known) => known === sort) ?? defaultAccountView.sort,
    order: order === 'desc' ? 'desc' : defaultAccountView.order,
  };
}

export function accountViewSearch(view: AccountView): string {
  const changed = Object.entries(view).filter(
    ([name, value]) => value !== defaultAccountView[name as keyof AccountView],
  );
  const query = new URLSearchParams(changed.map(([name, value]) => [name, String(value)])).toString();
  return query && `?${query}`;
}

/** Columns sorted ascending at first. Numbers, dates and rights begin with the highest. */
const upwardsFirst: ReadonlySet<AccountSort> = new Set(['login', 'source', 'state']);

export function sortedBy(view: AccountView, sort: AccountSort): AccountView {
  const first = upwardsFirst.has(sort) ? 'asc' : 'desc';
  const turned = view.order === 'asc' ? 'desc' : 'asc';
  return { ...view, page: 1, sort, order: view.sort === sort ? turned : first };
}
