'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';

type RowChunkProps = {
  as: 'ul' | 'tbody';
  isFirst: boolean;
  /** Height in pixels until the rows have been rendered. */
  guess: number;
  className: string;
  children: () => ReactNode;
};

export function RowChunk({ as: Tag, isFirst, guess, className, children }: RowChunkProps) {
  const { box, isNear, height } = useNear(isFirst);
  return (
    <Tag ref={box as never} className={className}>
      {isNear ? children() : <RowGap in={Tag} height={height ?? guess} />}
    </Tag>
  );
}

export function RowGap({ in: Tag, height }: { in: 'ul' | 'tbody'; height: number }) {
  if (Tag === 'ul') return <li aria-hidden style={{ height }} />;
  return (
    <tr aria-hidden>
      <td style={{ height }} />
    </tr>
  );
}

/** Tracks if an element is within one screen's height of the viewport, and its last rendered height. */
function useNear(startsNear: boolean) {
  const box = useRef<HTMLElement>(null);
  const [state, setState] = useState({ isNear: startsNear, height: null as number | null });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = ([entry]: IntersectionObserverEntry[]) => {
      if (!entry) return;
      // A chunk with the focus stays mounted.
      const isNear = entry.isIntersecting || element.contains(document.activeElement);
      setState((last) => ({ isNear, height: last.isNear ? entry.boundingClientRect.height : last.height }));
    };
    const observer = new IntersectionObserver(look, { rootMargin: '100% 0px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, ...state };
}
