'use client';

import { type RefObject, type TouchEvent, useRef } from 'react';
import { flushSync } from 'react-dom';

/** A swipe is at least this long and clearly sideways. */
const leastPixels = 50;
/** From here on the picture goes with the finger. */
const stillPixels = 8;

/**
 * Left and right by one finger, which what is shown follows: the stage's `--drag` is how far it has been moved. A zoomed
 * page or picture is being moved, not turned, and a player has its own bar.
 */
export function useSwipe(stage: RefObject<HTMLElement | null>, onTurn: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);

  const drag = (pixels: number) => stage.current?.style.setProperty('--drag', `${pixels}px`);

  /** Moves on to its place, or back to where it was. */
  const glide = (to: number, then: () => void) => {
    const element = stage.current;
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      drag(0);
      then();
      return;
    }
    element.dataset.gliding = '';
    drag(to);
    const done = () => {
      delete element.dataset.gliding;
      drag(0);
    };
    setTimeout(() => {
      flushSync(then); // the next one is in place before anything is drawn
      done();
    }, glideMs);
  };

  return {
    onTouchStart: ({ touches, target, currentTarget }: TouchEvent) => {
      const finger = touches.length === 1 ? touches.item(0) : null;
      const isZoomed = (window.visualViewport?.scale ?? 1) > 1.01;
      const isFree = !isZoomed && !movesItself(target, currentTarget);
      start.current = finger && isFree ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const finger = touches.length === 1 ? touches.item(0) : null;
      if (!start.current || !finger) return;
      const x = finger.clientX - start.current.x;
      const isSideways =
        Math.abs(x) > stillPixels && Math.abs(x) > Math.abs(finger.clientY - start.current.y);
      drag(isSideways ? x : 0);
    },
    onTouchCancel: () => {
      start.current = null;
      glide(0, () => undefined);
    },
    onTouchEnd: ({ changedTouches, currentTarget }: TouchEvent) => {
      const finger = changedTouches.item(0);
      if (!start.current || !finger) return;
      const x = finger.clientX - start.current.x;
      const y = finger.clientY - start.current.y;
      start.current = null;
      const isSwipe = Math.abs(x) > leastPixels && Math.abs(x) > 2 * Math.abs(y);
      if (isSwipe) glide(Math.sign(x) * currentTarget.clientWidth, () => onTurn(x < 0 ? 1 : -1));
      else glide(0, () => undefined);
    },
  };
}

/** As long as its transition. */
const glideMs = 180;

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
