'use client';

import { type RefObject, useEffect } from 'react';

export const stage = { 'data-stage': true, tabIndex: -1 } as const;

/** Moves the focus from the stage, never from a button, so that the keyboard scrolls at once. */
export function useStageFocus(target: RefObject<HTMLElement | null>, isReady: boolean): void {
  useEffect(() => {
    if (isReady && document.activeElement?.hasAttribute('data-stage')) target.current?.focus();
  }, [target, isReady]);
}
