'use client';

import { type RefObject, type TouchEvent, useRef } from 'react';
import { flushSync } from 'react-dom';

const minSwipePixels = 50;
const minDragPixels = 8;

/** Moves the stage along by `--drag`. Ignores zoomed pages, sideways scrolling and players. */
export function useSwipe(stage: RefObject<HTMLElement | null>, onTurn: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);

  const drag = (pixels: number) => stage.current?.style.setProperty('--drag', `${pixels}px`);

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
      flushSync(then); // the next picture is in place before the browser paints
      done();
    }, glideMs);
  };

  return {
    onTouchStart: ({ touches, target, currentTarget }: TouchEvent) => {
      const finger = touches.length === 1 ? touches.item(0) : null;
      const isZoomed = (window.visualViewport?.scale ?? 1) > 1.01;
      const isFree = !isZoomed && !handlesSwipes(target, currentTarget);
      start.current = finger && isFree ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const finger = touches.length === 1 ? touches.item(0) : null;
      if (!start.current || !finger) return;
      const x = finger.clientX - start.current.x;
      const isSideways =
        Math.abs(x) > minDragPixels && Math.abs(x) > Math.abs(finger.clientY - start.current.y);
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
      const isSwipe = Math.abs(x) > minSwipePixels && Math.abs(x) > 2 * Math.abs(y);
      if (isSwipe) glide(Math.sign(x) * currentTarget.clientWidth, () => onTurn(x < 0 ? 1 : -1));
      else glide(0, () => undefined);
    },
  };
}

/** Must equal the duration of the CSS transition. */
const glideMs = 180;

/** True for players and for elements that scroll sideways. */
function handlesSwipes(target: EventTarget, within: Element): boolean {
  if (target instanceof HTMLMediaElement) return true;
  let element = target instanceof Element ? target : null;
  for (; element && element !== within; element = element.parentElement) {
    const canScroll = /auto|scroll/.test(getComputedStyle(element).overflowX);
    if (canScroll && element.scrollWidth > element.clientWidth) return true;
  }
  return false;
}
