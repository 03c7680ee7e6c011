'use client';

import { useEffect, useEffectEvent } from 'react';

/** An entry of the history that is about to go. */
let going: ReturnType<typeof setTimeout> | null = null;

/**
 * While something stands over the page, the browser's Back closes it and stays on the page. It has an entry of its own in
 * the history for that, which goes with it however it is closed.
 */
export function useBackCloses(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    let isThere = true;
    if (going === null)
      history.pushState(null, ''); // Next adds what it needs
    else clearTimeout(going);
    going = null;
    const leave = () => {
      isThere = false;
      close();
    };
    addEventListener('popstate', leave);
    return () => {
      removeEventListener('popstate', leave);
      if (!isThere) return;
      // Unless it is shown anew at once, as React does in development.
      going = setTimeout(() => {
        going = null;
        history.back();
      });
    };
  }, []);
}
