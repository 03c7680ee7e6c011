'use client';

import { useEffect } from 'react';

/**
 * Loads a script when the page is rendered and the browser idle, ahead of a likely click. @param load must be a stable
 * function, defined outside of the component
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
