'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Up to here all rows are drawn, by the server too, for those without JavaScript and for the browser's own search. */
const fewRows = 200;
const stretchRows = 20;

type LongRowsProps<T> = {
  as: 'ul' | 'tbody';
  rows: readonly T[];
  /** What a row is high, in pixels; only the scroll bar knows if it isn't quite. */
  rowHeight: number;
  className: string;
  children: (row: T) => ReactNode;
};

/**
 * Rows of which, when they are many, only those near what is in sight are drawn: ten thousand scroll like fifty.
 * They come in stretches, each a body of the table or a list of its own.
 */
export function LongRows<T>({ as: Tag, rows, rowHeight, className, children }: LongRowsProps<T>) {
  if (rows.length <= fewRows) return <Tag className={className}>{rows.map(children)}</Tag>;
  const starts = Array.from({ length: Math.ceil(rows.length / stretchRows) }, (_, i) => i * stretchRows);
  return starts.map((start) => {
    const own = rows.slice(start, start + stretchRows);
    return (
      <Stretch
        key={start}
        as={Tag}
        isFirst={start === 0}
        guess={own.length * rowHeight}
        className={className}
      >
        {() => own.map(children)}
      </Stretch>
    );
  });
}

type StretchProps = {
  as: 'ul' | 'tbody';
  isFirst: boolean;
  guess: number;
  className: string;
  children: () => ReactNode;
};

function Stretch({ as: Tag, isFirst, guess, className, children }: StretchProps) {
  const { box, isNear, height } = useNear(isFirst);
  return (
    <Tag ref={box as never} className={className}>
      {isNear ? children() : <Gap in={Tag} height={height ?? guess} />}
    </Tag>
  );
}

function Gap({ in: Tag, height }: { in: 'ul' | 'tbody'; height: number }) {
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
