'use client';

import { useEffect } from 'react';

/** Puts a few words before the page's own title, so that progress is seen from another tab; null takes them away. */
export function useTabTitle(words: string | null): void {
  useEffect(() => {
    if (words === null) return;
    const own = document.title;
    document.title = own === '' ? words : `${words} · ${own}`;
    return () => {
      document.title = own;
    };
  }, [words]);
}
