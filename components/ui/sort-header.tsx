import { clsx } from 'clsx';
import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type CellLayout, cellLook } from './cell';

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
