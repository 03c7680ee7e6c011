import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const widths = {
  always: '',
  sm: 'max-sm:hidden',
  md: 'max-md:hidden',
  lg: 'max-lg:hidden',
} as const;

export type CellLayout = {
  align?: 'left' | 'right';
  isFirst?: boolean;
  from?: keyof typeof widths;
};

export const cellLook = ({ align = 'left', isFirst = false, from = 'always' }: CellLayout): string =>
  clsx(
    widths[from],
    isFirst ? 'w-full max-w-0 pl-2' : 'pl-5 last:pr-2',
    align === 'right' ? 'text-right tabular-nums' : 'text-left',
  );

export function Cell({
  children,
  title,
  ...place
}: CellLayout & { children: ReactNode; title?: string | undefined }) {
  return (
    <td title={title} className={clsx(cellLook(place), 'text-sm whitespace-nowrap text-muted')}>
      {children}
    </td>
  );
}
