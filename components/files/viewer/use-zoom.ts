'use client';

import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];
const smallest = 0.05;
const largest = 8;

/** 'fit' follows the window; a number is a factor of the picture's own size. */
export type Zoom = 'fit' | number;

export type ZoomControl = {
  zoom: Zoom;
  /** The present factor. */
  factor: () => number;
  set: (zoom: Zoom) => void;
  step: (direction: 1 | -1) => void;
};

type Box = RefObject<HTMLElement | null>;

/**
 * Zooming of a picture inside a box that scrolls: buttons, keys, ctrl and wheel (or a pinch on a touchpad).
 * @param isReady asked when the wheel is turned: whether the picture there is the one that factors are of
 */
export function useZoom(
  box: Box,
  picture: RefObject<HTMLImageElement | null>,
  isReady: () => boolean,
): ZoomControl {
  const [zoom, set] = useState<Zoom>('fit');
  const mayZoom = useEffectEvent(isReady);

  const factor = () => {
    const image = picture.current;
    return image && image.naturalWidth > 0 ? image.clientWidth / image.naturalWidth : 1;
  };
  const step = (direction: 1 | -1) => {
    const now = factor();
    const next =
      direction === 1
        ? steps.find((candidate) => candidate > now * 1.01)
        : steps.findLast((candidate) => candidate < now * 0.99);
    if (next !== undefined) set(next);
  };

  useEffect(() => {
    const element = box.current;
    // Not React's onWheel, which is passive and so can't keep the browser from zooming the whole page.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const image = picture.current;
      if (!element || !image || image.naturalWidth === 0 || !mayZoom()) return;
      const before = image.clientWidth / image.naturalWidth;
      const after = Math.min(largest, Math.max(smallest, before * Math.exp(-event.deltaY / 200)));
      set(after);
      // What was under the pointer stays there.
      requestAnimationFrame(() => {
        const frame = element.getBoundingClientRect();
        const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
        element.scrollLeft = ((element.scrollLeft + x) * after) / before - x;
        element.scrollTop = ((element.scrollTop + y) * after) / before - y;
      });
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [box, picture]);

  return { zoom, factor, set, step };
}

/** A hand that presses a button moves the mouse this far, in pixels. */
const stillPx = 3;

/** Moves the box's content with the mouse; fingers scroll by themselves. */
export function useDragScroll(box: Box) {
  const last = useRef<{ x: number; y: number } | null>(null);
  const letGo = () => {
    last.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent) => {
      if (!last.current || !box.current) return;
      const distance = Math.hypot(event.clientX - last.current.x, event.clientY - last.current.y);
      const { currentTarget, pointerId } = event;
      if (!currentTarget.hasPointerCapture(pointerId)) {
        if (distance <= stillPx) return;
        // Not before it moves: Firefox aims the clicks of a captured pointer at the box, not at the picture.
        currentTarget.setPointerCapture(pointerId);
      }
      box.current.scrollLeft -= event.clientX - last.current.x;
      box.current.scrollTop -= event.clientY - last.current.y;
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onPointerLeave: (event: PointerEvent) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) letGo();
    },
  };
}
