import { isIdent } from '@/lib/domain/ident';
import { maxSearchChars } from '@/lib/domain/limits';
import { isShareFilter, type ShareFilter } from '@/lib/domain/share-filter';

/** What the list is narrowed down to, as the URL holds it; "" is nothing. */
export type ShareView = {
  q: string;
  /** The id of the alias that shares came through. */
  alias: string;
  state: ShareFilter | '';
};

type Given = Record<string, string | string[] | undefined>;

/** Reads a URL's query; what can't be part of a view counts as not said. */
export function shareViewIn({ q, alias, state }: Given): ShareView {
  return {
    q: typeof q === 'string' ? q.slice(0, maxSearchChars) : '',
    alias: typeof alias === 'string' && isIdent(alias) ? alias : '',
    state: isShareFilter(state) ? state : '',
  };
}

/** `?q=plans`, or nothing. */
export function shareViewSearch({ q, alias, state }: ShareView): string {
  const said = { ...(alias && { alias }), ...(state && { state }), ...(q && { q }) };
  const search = new URLSearchParams(said).toString();
  return search && `?${search}`;
}

/** What a list page asks for, on the server and in the browser alike, so that both mean the same answer. */
export const shareQuery = ({ q, alias, state }: ShareView) => ({
  query: { q, pageSize: 50, ...(alias && { alias }), ...(state && { state }) },
});
