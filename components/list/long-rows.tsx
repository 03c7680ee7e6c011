'use client';

import type { ReactNode } from 'react';
import { Stretch } from './stretch';

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
