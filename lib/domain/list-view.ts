import { maxSearchChars } from './limits';

/** What a list is narrowed down to, as its URL says it; "" is nothing. */
export type ListView<State extends string> = { q: string; state: State | '' };

/** A URL's query, as Next hands it over. */
export type GivenQuery = Record<string, string | string[] | undefined>;

/** Reads a URL's query. Values that can't be part of a view count as missing. */
export const listViewIn = <State extends string>(
  { q, state }: GivenQuery,
  isState: (text: unknown) => text is State,
): ListView<State> => ({ q: searchWordsIn(q), state: isState(state) ? state : '' });

/** Without what PostgreSQL and UTF-8 can't hold: NUL, and halves of surrogate pairs, as a cut may leave one. */
export const searchWordsIn = (q: GivenQuery[string]): string =>
  typeof q === 'string' ? q.slice(0, maxSearchChars).replace(/[\0\p{Surrogate}]/gu, '') : '';

/** `?state=live&q=plans`, or "". */
export function listViewSearch({ q, state = '' }: { q: string; state?: string }): string {
  const search = new URLSearchParams({ ...(state && { state }), ...(q && { q }) }).toString();
  return search && `?${search}`;
}
