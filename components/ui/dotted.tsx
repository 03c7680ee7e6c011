import { Children, type ReactNode } from 'react';

/** Separates items by dots. A dot at the start of a line falls outside the box, which clips it. */
export function Dotted({ children }: { children: ReactNode }) {
  return (
    <span className="block overflow-x-clip">
      <span className="-ml-3 flex flex-wrap items-center">
        {Children.toArray(children).map((fact, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and keep their order
          <span key={nth} className="relative pl-3">
            {nth > 0 && (
              <span aria-hidden className="absolute left-1">
                ·
              </span>
            )}
            {fact}
          </span>
        ))}
      </span>
    </span>
  );
}
