import { type AccountQuery, type AccountSort, accountSorts } from '@/lib/contract/account';
import { type GivenQuery, searchWordsIn } from '@/lib/domain/list-view';

/** What the list shows: it is in the URL, so it survives a reload, the back button and a copied link. */
export type AccountView = Omit<AccountQuery, 'pageSize'>;

export const pageSize = 50;

/** What the page asks for, on the server and in the browser alike, so that both mean the same answer. */
export const accountQuery = (view: AccountView) => ({ query: { ...view, pageSize } });

export const startView: AccountView = { q: '', page: 1, sort: 'login', order: 'asc' };

/** Reads a URL's query; what can't be part of a view counts as not said. */
export function parseView({ q, page, sort, order }: GivenQuery): AccountView {
  return {
    q: searchWordsIn(q),
    page: Math.min(1_000_000, /^[1-9]\d*$/.test(String(page)) ? Number(page) : startView.page),
    sort: accountSorts.find((known) => known === sort) ?? startView.sort,
    order: order === 'desc' ? 'desc' : startView.order,
  };
}

/** The URL's query of a view, "" for the one the list begins with. */
export function viewSearch(view: AccountView): string {
  const said = Object.entries(view).filter(([name, value]) => value !== startView[name as keyof AccountView]);
  const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return query && `?${query}`;
}

/** Names go from A to Z first; of numbers, dates and rights people want the most. */
const upwardsFirst: ReadonlySet<AccountSort> = new Set(['login', 'source', 'state']);

/** A second choice of the same column turns the order around. */
export function sortedBy(view: AccountView, sort: AccountSort): AccountView {
  const first = upwardsFirst.has(sort) ? 'asc' : 'desc';
  const turned = view.order === 'asc' ? 'desc' : 'asc';
  return { ...view, page: 1, sort, order: view.sort === sort ? turned : first };
}
