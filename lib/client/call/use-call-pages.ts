'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Answer, CallInput, PagedEndpoint } from '@/lib/contract/http/endpoint';
import { call } from './call';
import { pagesKey } from './call-key';
import { useListPlace } from './list-place';

type PagesOptions<E extends PagedEndpoint> = {
  isLast: (pages: Answer<E>[]) => boolean;
  /** Asks as often for what is new while the tab is seen, unless there are more pages than the first. */
  everyMs?: number;
};

/** A list of pages, each reached from the one before; it keeps its place. */
export function useCallPages<E extends PagedEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  { isLast, everyMs }: PagesOptions<E>,
) {
  const search = useInfiniteQuery({
    queryKey: pagesKey(endpoint, input),
    queryFn: ({ pageParam, signal }) => call(endpoint, withPage(input, pageParam), { signal }),
    initialPageParam: 1,
    getNextPageParam: (_, pages, lastPage) => (isLast(pages) ? undefined : lastPage + 1),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (everyMs && state.data?.pages.length === 1 ? everyMs : false),
  });
  useListPlace(search);
  return search;
}

/** An `isLast` for lists with a total. @param totalOf reads the total from the last answer */
export const untilTotal =
  <A extends { items: readonly unknown[] }>(totalOf: (answer: A) => number) =>
  (pages: A[]): boolean => {
    const last = pages.at(-1);
    const seen = pages.reduce((sum, { items }) => sum + items.length, 0);
    return !last || last.items.length === 0 || seen >= totalOf(last);
  };

const withPage = <E extends PagedEndpoint>(input: CallInput<E>, page: number): CallInput<E> => ({
  ...input,
  query: { ...(input as { query?: object }).query, page },
});
