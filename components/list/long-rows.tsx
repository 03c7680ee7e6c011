'use client';

import { lazy, type ReactNode, Suspense } from 'react';

// Few lists are so long.
const RowChunk = lazy(() => import('./row-chunk').then(({ RowChunk }) => ({ default: RowChunk })));

/** Shorter lists are rendered whole, on the server too, for the browser's search and for pages without JavaScript. */
const fewRows = 200;
const stretchRows = 20;

type LongRowsProps<T> = {
  as: 'ul' | 'tbody';
  rows: readonly T[];
  /** Estimated height in pixels; a wrong guess affects only the scroll bar. */
  rowHeight: number;
  className: string;
  children: (row: T) => ReactNode;
};

/** Renders long lists in chunks and mounts only those near the viewport. Each chunk is a `tbody` or `ul` of its own. */
export function LongRows<T>({ as: Tag, rows, rowHeight, className, children }: LongRowsProps<T>) {
  const few = <Tag className={className}>{rows.slice(0, fewRows).map(children)}</Tag>;
  if (rows.length <= fewRows) return few;
  const starts = Array.from({ length: Math.ceil(rows.length / stretchRows) }, (_, i) => i * stretchRows);
  const chunks = starts.map((start) => {
    const own = rows.slice(start, start + stretchRows);
    return (
      <RowChunk
        key={start}
        as={Tag}
        isFirst={start === 0}
        guess={own.length * rowHeight}
        className={className}
      >
        {() => own.map(children)}
      </RowChunk>
    );
  });
  return <Suspense fallback={few}>{chunks}</Suspense>;
}
