import { maxSearchChars } from './limits';

export type ListView<State extends string> = { q: string; state: State | '' };

export type SearchParams = Record<string, string | string[] | undefined>;

export const readListView = <State extends string>(
  { q, state }: SearchParams,
  isState: (text: unknown) => text is State,
): ListView<State> => ({ q: readSearchWords(q), state: isState(state) ? state : '' });

/** Removes characters that PostgreSQL and UTF-8 can't store: NUL and lone surrogates. */
export const readSearchWords = (q: SearchParams[string]): string =>
  typeof q === 'string' ? q.slice(0, maxSearchChars).replace(/[\0\p{Surrogate}]/gu, '') : '';

type ViewSearch = { q: string; state?: string; alias?: string; at?: string };

/** Returns `?state=live&q=plans`, or "". */
export function listViewSearch({ q, state = '', alias = '', at = '' }: ViewSearch): string {
  const given = Object.entries({ alias, state, q, at }).filter(([, value]) => value !== '');
  const search = new URLSearchParams(given).toString();
  return search && `?${search}`;
}

export const shareFilters = ['live', 'ended', 'incomplete'] as const;
export type ShareFilter = (typeof shareFilters)[number];

export const isShareFilter = (text: unknown): text is ShareFilter => shareFilters.some((one) => one === text);

/** `unread` by the current user; `open` and `done` are the state for all members. */
export const deliveryFilters = ['unread', 'open', 'done'] as const;
export type DeliveryFilter = (typeof deliveryFilters)[number];

export const isDeliveryFilter = (text: unknown): text is DeliveryFilter =>
  deliveryFilters.some((filter) => filter === text);

/** Values of `?view=` in existing links; they must not change. */
const numbers = { list: 1, cards: 2, preview: 3 } as const;

export type ViewMode = keyof typeof numbers;
export const viewModes: readonly ViewMode[] = ['list', 'cards', 'preview'];

/** Returns null for a missing value; unknown values mean the list. */
export function parseViewMode(value: string | string[] | undefined): ViewMode | null {
  if (value === undefined) return null;
  return viewModes.find((mode) => String(numbers[mode]) === value) ?? 'list';
}

export const linkWithView = (link: string, mode: ViewMode | null): string =>
  mode === null ? link : `${link}?view=${numbers[mode]}`;
