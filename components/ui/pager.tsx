import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button';

type PagerProps = {
  label: string;
  previousLabel: string;
  nextLabel: string;
  page: number;
  pages: number;
  onPageChange: (page: number) => void;
  children: ReactNode;
};

export function Pager({ label, previousLabel, nextLabel, page, pages, onPageChange, children }: PagerProps) {
  return (
    <nav
      aria-label={label}
      className="mt-4 flex items-center justify-end gap-1 text-sm text-muted tabular-nums"
    >
      <span role="status" className="mr-2">
        {children}
      </span>
      <IconButton label={previousLabel} disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        <ChevronLeftIcon aria-hidden />
      </IconButton>
      <IconButton label={nextLabel} disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
        <ChevronRightIcon aria-hidden />
      </IconButton>
    </nav>
  );
}
