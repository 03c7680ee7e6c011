import { type OverseenShareQuery, overseenSorts, overseenStates } from '@/lib/contract/admin/oversight';
import { readSearchWords, type SearchParams } from '@/lib/domain/list-view';

export const overseenAliasStates = ['on', 'off', 'blocked'] as const;

/** Search, filter and order of a list, stored in the URL; "" is the first choice. */
export type OversightView<State extends string = string> = {
  q: string;
  owner: string;
  state: State | '';
  sort: OverseenShareQuery['sort'] | '';
};

const viewIn =
  <State extends string>(states: readonly State[]) =>
  ({ q, owner, state, sort }: SearchParams): OversightView<State> => ({
    q: readSearchWords(q),
    owner: readSearchWords(owner),
    state: states.find((known) => known === state) ?? '',
    sort: overseenSorts.find((known) => known === sort) ?? '',
  });

export const shareOversightIn = viewIn(overseenStates);
export const aliasOversightIn = viewIn(overseenAliasStates);

export const reportInput = { query: { q: '', pageSize: 50 } };

export function oversightSearch(view: OversightView): string {
  const search = new URLSearchParams(Object.entries(view).filter(([, value]) => value !== '')).toString();
  return search && `?${search}`;
}

/** Server and browser must build the same input, because it is the cache key. */
export const oversightInput = <State extends string>({ q, owner, state, sort }: OversightView<State>) => ({
  query: { q, pageSize: 50, ...(owner && { owner }), ...(state && { state }), ...(sort && { sort }) },
});

/** Of one alone: a search by its id would find those that are called so, too. */
export const overseenInput = (id: string) => ({ query: { id, pageSize: 1 } });
