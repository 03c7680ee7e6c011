import { useEffect, useRef } from 'react';

type ListPlace = { pages: number; top: number };

type PagesRead = {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
};

/**
 * Gives a list its pages and its place back after a reload, also on the way back to it: the cache is gone then. They
 * are in the state of its history entry.
 */
export function useListPlace({ data, hasNextPage, isFetching, isError, fetchNextPage }: PagesRead): void {
  const count = data?.pages.length ?? 0;
  const lost = useRef<ListPlace | null>(null);

  useEffect(() => {
    lost.current = history.state?.place ?? null;
  }, []);

  useEffect(() => {
    if (!lost.current || isFetching) return;
    if (count < lost.current.pages && hasNextPage && !isError) return void fetchNextPage();
    if (count > 1) scrollTo(0, lost.current.top);
    lost.current = null;
  }, [count, hasNextPage, isFetching, isError, fetchNextPage]);

  useEffect(() => {
    if (count < 2) return;
    const keep = () => {
      if (lost.current) return;
      history.replaceState({ ...history.state, place: { pages: count, top: scrollY } }, '');
    };
    keep();
    let pause: ReturnType<typeof setTimeout>;
    const keepSoon = () => {
      clearTimeout(pause);
      pause = setTimeout(keep, 150);
    };
    addEventListener('scroll', keepSoon, { passive: true });
    return () => {
      clearTimeout(pause);
      removeEventListener('scroll', keepSoon);
    };
  }, [count]);
}
