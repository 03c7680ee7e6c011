'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSettled } from './use-settled';

/**
 * Keeps what a list is searched for in the URL, so that it survives a reload, the back button and a copied link; and
 * tells when the URL comes to say something else: by a link to the list itself, by back or forward.
 * @param search the URL's query with its "?", or ""
 */
export function useSearchInUrl(search: string, follow: (given: Record<string, string>) => void): void {
  const given = useSearchParams().toString();
  const known = useRef(given);

  useEffect(() => {
    const isOurs = isToBeWritten(search, { known: known.current, present: location.search });
    known.current = normal(search);
    if (isOurs) history.replaceState(null, '', search || location.pathname);
  }, [search]);

  const onGiven = useEffectEvent((given: string) => {
    // What was written here comes back a moment later, when more may have been written since.
    if (given === known.current || given !== normal(location.search)) return;
    known.current = given;
    follow(Object.fromEntries(new URLSearchParams(given)));
  });
  useEffect(() => onGiven(given), [given]);
}

/** A search that follows the URL is not written there: somebody may have gone back before it is drawn. */
export function isToBeWritten(
  search: string,
  { known, present }: { known: string; present: string },
): boolean {
  return normal(search) !== known && normal(search) !== normal(present);
}

const normal = (search: string) => new URLSearchParams(search).toString();

/** Words once their typing rests. Clearing them has nothing to wait for, nor has what the URL says already. */
export function useSettledWords(q: string): string {
  const given = useSearchParams().get('q');
  const settled = useSettled(q, 200);
  return q === '' || q === given ? q : settled;
}
