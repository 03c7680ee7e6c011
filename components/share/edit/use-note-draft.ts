'use client';

import { useEffect, useState } from 'react';

/**
 * A note that is being written, kept in the browser tab until it is saved or thrown away, so that neither a reload nor
 * leaving the page loses it. Null when nobody is writing.
 */
export function useNoteDraft(shareId: string) {
  const key = `slipway-note-${shareId}`;
  const [text, setText] = useState<string | null>(null);

  useEffect(() => setText(sessionStorage.getItem(key)), [key]);

  const set = (next: string | null) => {
    setText(next);
    if (next === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  return { text, set };
}
