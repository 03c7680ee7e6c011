'use client';

import { type TouchEvent, useRef } from 'react';

/** A swipe is at least this long and clearly sideways. */
const leastPixels = 50;

/** Left and right by one finger. A zoomed page is being moved, not turned. */
export function useSwipe(onTurn: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches.length === 1 ? touches.item(0) : null;
      const zoomed = (window.visualViewport?.scale ?? 1) > 1.01;
      start.current = finger && !zoomed ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches.item(0);
      if (!start.current || !finger) return;
      const x = finger.clientX - start.current.x;
      const y = finger.clientY - start.current.y;
      start.current = null;
      if (Math.abs(x) > leastPixels && Math.abs(x) > 2 * Math.abs(y)) onTurn(x < 0 ? 1 : -1);
    },
  };
}
