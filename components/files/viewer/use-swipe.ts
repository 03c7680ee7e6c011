'use client';

import { type TouchEvent, useRef } from 'react';

/** A swipe is at least this long and clearly sideways. */
const leastPixels = 50;

/** Left and right by one finger. A zoomed page or picture is being moved, not turned, and a player has its own bar. */
export function useSwipe(onTurn: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches, target, currentTarget }: TouchEvent) => {
      const finger = touches.length === 1 ? touches.item(0) : null;
      const isZoomed = (window.visualViewport?.scale ?? 1) > 1.01;
      const isFree = !isZoomed && !movesItself(target, currentTarget);
      start.current = finger && isFree ? { x: finger.clientX, y: finger.clientY } : null;
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

/** Whether a finger there seeks in a player, or scrolls something sideways. */
function movesItself(target: EventTarget, within: Element): boolean {
  if (target instanceof HTMLMediaElement) return true;
  let element = target instanceof Element ? target : null;
  for (; element && element !== within; element = element.parentElement) {
    const canScroll = /auto|scroll/.test(getComputedStyle(element).overflowX);
    if (canScroll && element.scrollWidth > element.clientWidth) return true;
  }
  return false;
}
