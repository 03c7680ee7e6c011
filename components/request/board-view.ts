import { type ListView, readListView, type SearchParams } from '@/lib/domain/list-view';
import { type RequestFilter, requestFilters } from '@/lib/domain/request/progress';

export type BoardView = ListView<RequestFilter> & {
  round: string;
  /** The cell that is open, as `cellKey` writes it. */
  at: string;
};

const isFilter = (text: unknown): text is RequestFilter => requestFilters.some((one) => one === text);

/** As long as two IDs may be. */
const maxChars = 200;
const textIn = (given: SearchParams[string]) =>
  typeof given === 'string' && /^[\w@.:-]*$/.test(given) ? given.slice(0, maxChars) : '';

export const boardViewIn = (given: SearchParams): BoardView => ({
  ...readListView(given, isFilter),
  round: textIn(given.round),
  at: textIn(given.at),
});

export function boardSearch({ round, state = '', q = '', at = '' }: Partial<BoardView>): string {
  const given = Object.entries({ round: round ?? '', state, q, at }).filter(([, value]) => value !== '');
  const search = new URLSearchParams(given).toString();
  return search && `?${search}`;
}

/** Server and browser build the same, because it is a cache key. */
export const boardInput = (aliasId: string, { round, q, state }: Omit<BoardView, 'at'>) => ({
  params: { id: aliasId },
  query: { round: round.slice(0, 80), q, pageSize: 50, ...(state && { state }) },
});

export const cellKey = (personId: string, slotId: string): string => `${personId}:${slotId}`;
