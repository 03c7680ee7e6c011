'use client';

import { useEffect } from 'react';

/**
 * Loads a part of the script for a click that may come, once the page is drawn and the browser has nothing else to do.
 * @param load the same function at each call, such as `() => import('./part')` outside the component
 */
export function useFetchAhead(load: () => Promise<unknown>): void {
  useEffect(() => {
    const fetch = () => {
      load().catch(() => {}); // the click asks again
    };
    // Safari is never said to be idle.
    const wait = () =>
      'requestIdleCallback' in window ? requestIdleCallback(fetch) : setTimeout(fetch, 1000);
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
    return () => removeEventListener('load', wait);
  }, [load]);
}
