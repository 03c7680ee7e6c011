'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';

const spareRows = 8;

export function useWindow<E extends HTMLElement>(rowCount: number, rowHeight: number) {
  const box = useRef<E>(null);
  const [view, setView] = useState({ top: 0, height: rowHeight * 12 });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - spareRows);
  const end = Math.min(rowCount, Math.ceil((view.top + view.height) / rowHeight) + spareRows);
  return { box, first, end, padTop: first * rowHeight, padBottom: Math.max(0, rowCount - end) * rowHeight };
}

/** Keeps the moving row visible unless the pointer or the focus is in the list. */
export function useScrollToRow(box: RefObject<HTMLElement | null>, index: number, rowHeight: number): void {
  useEffect(() => {
    const element = box.current;
    if (!element || index < 0 || element.matches(':hover, :focus-within')) return;
    const top = index * rowHeight;
    const isAbove = top < element.scrollTop;
    const isBelow = top + rowHeight > element.scrollTop + element.clientHeight;
    if (isAbove || isBelow) element.scrollTop = top - element.clientHeight / 2;
  }, [box, index, rowHeight]);
}
