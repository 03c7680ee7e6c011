'use client';

import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isForeignPicture } from '@/lib/domain/file/file-type';
import { usePictureLinks, useThumbnail } from '../thumbnail';
import { type PreviewProps, useAheadAddress } from './preview-parts';

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];
const minZoom = 0.05;
const maxZoom = 8;

/** 'fit' follows the window; a number scales the picture's own size. */
export type ZoomLevel = 'fit' | number;

export type ZoomControl = {
  zoom: ZoomLevel;
  factor: () => number;
  set: (zoom: ZoomLevel) => void;
  step: (direction: 1 | -1) => void;
};

type BoxRef = RefObject<HTMLElement | null>;

/** @param isReady checked on each wheel event */
export function useZoom(
  box: BoxRef,
  picture: RefObject<HTMLImageElement | null>,
  isReady: () => boolean,
): ZoomControl {
  const [zoom, set] = useState<ZoomLevel>('fit');
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
    // React's onWheel is passive and can't prevent the browser's zoom.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const image = picture.current;
      if (!element || !image || image.naturalWidth === 0 || !mayZoom()) return;
      const before = image.clientWidth / image.naturalWidth;
      const after = Math.min(maxZoom, Math.max(minZoom, before * Math.exp(-event.deltaY / 200)));
      set(after);
      // Keeps the point under the pointer.
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

/** A click may move the mouse by so many pixels. */
const stillPx = 3;

export function useDragScroll(box: BoxRef) {
  const last = useRef<{ x: number; y: number } | null>(null);
  const endDrag = () => {
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
        // Captured only when it moves: Firefox sends clicks of a captured pointer to the box.
        currentTarget.setPointerCapture(pointerId);
      }
      box.current.scrollLeft -= event.clientX - last.current.x;
      box.current.scrollTop -= event.clientY - last.current.y;
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: endDrag,
    onPointerCancel: endDrag,
    onPointerLeave: (event: PointerEvent) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) endDrag();
    },
  };
}

/** Displays the server's smaller picture until zoomed: zoom factors refer to the file's own size. */
export function usePictureZoom(
  { file, source, links: { preview }, isAhead }: Pick<PreviewProps, 'file' | 'source' | 'links' | 'isAhead'>,
  box: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLImageElement | null>,
) {
  const { large } = usePictureLinks(file, source);
  const marked = useAheadAddress(isAhead, large ?? preview);
  const { src: made, isMissing, fail } = useThumbnail(large && marked(large));
  const isOnlyMade = isForeignPicture(file.mimetype, file.filename) && !isMissing;
  const own = isOnlyMade ? made : marked(preview);
  const [isClose, setIsClose] = useState(false);
  const [loaded, setLoaded] = useState<string | null>(null);
  const [naturalWidth, setNaturalWidth] = useState(0);
  const pending = useRef<(() => void) | null>(null);
  const src = isClose || isMissing ? own : made;
  const isOwn = loaded === own;

  const whenOwn = (then: () => void) => {
    if (isOwn) return then();
    pending.current = then;
    setIsClose(true);
  };
  const zooming = useZoom(box, picture, () => {
    whenOwn(() => undefined);
    return isOwn;
  });
  const control: ZoomControl = {
    ...zooming,
    set: (zoom) => (zoom === 'fit' ? zooming.set(zoom) : whenOwn(() => zooming.set(zoom))),
    step: (direction) => whenOwn(() => zooming.step(direction)),
  };

  return {
    src,
    control,
    width: isOwn && zooming.zoom !== 'fit' ? zooming.zoom * naturalWidth : null,
    onLoad: (image: HTMLImageElement) => {
      setNaturalWidth(image.naturalWidth);
      setLoaded(src);
      if (src === own) pending.current?.();
      pending.current = null;
    },
    /** Returns false when another source is tried. */
    onError: (): boolean => {
      if (src !== own) fail();
      return src === own;
    },
  };
}
