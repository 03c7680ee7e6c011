import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const widths = {
  always: '',
  sm: 'max-sm:hidden',
  md: 'max-md:hidden',
  lg: 'max-lg:hidden',
} as const;

export type CellPlace = {
  align?: 'left' | 'right';
  /** The first cell takes what the others leave. */
  isFirst?: boolean;
  /** From which width on the column is shown. */
  from?: keyof typeof widths;
};

/** The same for a column's head and its cells. */
export const cellLook = ({ align = 'left', isFirst = false, from = 'always' }: CellPlace): string =>
  clsx(
    widths[from],
    isFirst ? 'w-full max-w-0 pl-2' : 'pl-5 last:pr-2',
    align === 'right' ? 'text-right tabular-nums' : 'text-left',
  );

/** A fact in a row. */
export function Cell({
  children,
  title,
  ...place
}: CellPlace & { children: ReactNode; title?: string | undefined }) {
  return (
    <td title={title} className={clsx(cellLook(place), 'text-sm whitespace-nowrap text-muted')}>
      {children}
    </td>
  );
}
