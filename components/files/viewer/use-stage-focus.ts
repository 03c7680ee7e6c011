'use client';

import { type RefObject, useEffect } from 'react';

/** Marks the element that has the focus while nothing in the viewer is chosen. */
export const stage = { 'data-stage': true, tabIndex: -1 } as const;

/** Takes the focus over from the stage, so that the keyboard scrolls at once; never from a button someone uses. */
export function useStageFocus(target: RefObject<HTMLElement | null>, isReady: boolean): void {
  useEffect(() => {
    if (isReady && document.activeElement?.hasAttribute('data-stage')) target.current?.focus();
  }, [target, isReady]);
}
