import { clsx } from 'clsx';
import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react';
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

export const tableLook =
  'w-full border-separate border-spacing-0 border-y border-line transition-colors duration-100 aria-busy:border-accent';

/** Draws the lines as cell borders, because WebKit misplaces row borders below a visually hidden head. */
export const rowsLook =
  '[&>tr>*]:border-line [&>tr+tr>*]:border-t [&+tbody>tr:first-child>*]:border-t [&+tbody>tr:first-child>*]:border-line';

/** Height of `rowLook` in pixels. */
export const rowHeight = 56;

export const rowLook = 'h-14';

type SortHeaderProps = CellLayout & {
  children: ReactNode;
  order: 'asc' | 'desc' | null;
  onSort: () => void;
};

export function SortHeader({ children, order, onSort, ...place }: SortHeaderProps) {
  const Arrow = order === 'desc' ? ArrowDownIcon : ArrowUpIcon;
  return (
    <th
      scope="col"
      aria-sort={order === null ? undefined : order === 'asc' ? 'ascending' : 'descending'}
      className={clsx(cellLook(place), 'h-10 font-normal')}
    >
      <button
        type="button"
        onClick={onSort}
        className={clsx(
          'group/sort inline-flex h-8 items-center gap-1 rounded-control text-xs whitespace-nowrap hover:text-ink pointer-coarse:h-11',
          order === null ? 'text-muted' : 'font-medium text-ink',
          place.align === 'right' && 'flex-row-reverse',
        )}
      >
        {children}
        <Arrow
          aria-hidden
          className={clsx(
            'size-3 shrink-0',
            order === null && 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60',
          )}
        />
      </button>
    </th>
  );
}
