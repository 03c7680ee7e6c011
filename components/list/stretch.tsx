'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';

type StretchProps = {
  as: 'ul' | 'tbody';
  isFirst: boolean;
  /** How high it will be, in pixels, until it has been drawn. */
  guess: number;
  className: string;
  children: () => ReactNode;
};

/** Some rows of a long list, drawn while they are near what is in sight; a body of the table or a list of its own. */
export function Stretch({ as: Tag, isFirst, guess, className, children }: StretchProps) {
  const { box, isNear, height } = useNear(isFirst);
  return (
    <Tag ref={box as never} className={className}>
      {isNear ? children() : <Gap in={Tag} height={height ?? guess} />}
    </Tag>
  );
}

/** Keeps the place of rows. */
export function Gap({ in: Tag, height }: { in: 'ul' | 'tbody'; height: number }) {
  if (Tag === 'ul') return <li aria-hidden style={{ height }} />;
  return (
    <tr aria-hidden>
      <td style={{ height }} />
    </tr>
  );
}

/** Whether an element is within a screen's height of what is in sight, and how high it was when it last was. */
function useNear(startsNear: boolean) {
  const box = useRef<HTMLElement>(null);
  const [state, setState] = useState({ isNear: startsNear, height: null as number | null });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = ([entry]: IntersectionObserverEntry[]) => {
      if (!entry) return;
      // Where the keyboard is, it stays.
      const isNear = entry.isIntersecting || element.contains(document.activeElement);
      setState((last) => ({ isNear, height: last.isNear ? entry.boundingClientRect.height : last.height }));
    };
    const observer = new IntersectionObserver(look, { rootMargin: '100% 0px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, ...state };
}
