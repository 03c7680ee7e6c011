import { maxSearchChars } from '@/lib/domain/limits';
import { isShareFilter, type ShareFilter } from '@/lib/domain/share-filter';

/** What the list is narrowed down to, as the URL holds it; "" is nothing. */
export type ShareView = { q: string; state: ShareFilter | '' };

type Given = Record<string, string | string[] | undefined>;

/** Reads a URL's query; what can't be part of a view counts as not said. */
export function shareViewIn({ q, state }: Given): ShareView {
  return {
    q: typeof q === 'string' ? q.slice(0, maxSearchChars) : '',
    state: isShareFilter(state) ? state : '',
  };
}

/** `?q=plans`, or nothing. */
export function shareViewSearch({ q, state }: ShareView): string {
  const said = { ...(state && { state }), ...(q && { q }) };
  const search = new URLSearchParams(said).toString();
  return search && `?${search}`;
}

/** What a list page asks for, on the server and in the browser alike, so that both mean the same answer. */
export const shareQuery = ({ q, state }: ShareView) => ({
  query: { q, pageSize: 50, ...(state && { state }) },
});
