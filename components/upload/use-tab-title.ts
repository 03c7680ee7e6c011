'use client';

import { useEffect } from 'react';

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
