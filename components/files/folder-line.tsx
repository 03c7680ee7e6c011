'use client';

import { ChevronRightIcon, FolderIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { FileTotals } from '@/lib/domain/share-total';

type FolderLineProps = {
  name: string;
  depth: number;
  total: FileTotals;
  /** Null when files can't be selected. */
  box: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
};

/** Limits the indent, which would leave no space for names on a phone. */
export const indentOf = (depth: number) => `${8 + Math.min(depth, 4) * 28}px`;

export function FolderLine({ name, depth, total, box, isOpen, onOpenChange, children }: FolderLineProps) {
  const t = useTranslations('files');
  const sizeText = useShortBytes();
  return (
    <li>
      <div
        style={{ paddingLeft: indentOf(depth) }}
        className="flex items-center gap-3 transition-colors duration-100 hover:bg-hover has-checked:bg-hover"
      >
        {box && <div className="-mr-3 -ml-2">{box}</div>}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpenChange(!isOpen)}
          className="flex h-12 min-w-0 flex-1 items-center gap-3 pr-2 text-left text-sm focus-visible:-outline-offset-2"
        >
          <ChevronRightIcon
            aria-hidden
            className={`-mr-1 size-4 shrink-0 text-faint transition-transform duration-100 motion-reduce:transition-none ${isOpen ? 'rotate-90' : ''}`}
          />
          <FolderIcon aria-hidden className="size-4 shrink-0 text-faint" />
          <span className="truncate font-medium">{name}</span>
          <span className="ml-auto shrink-0 text-muted tabular-nums">
            {t('summary', { count: total.files, size: sizeText(total.size) })}
          </span>
        </button>
      </div>
      {isOpen && <div className="border-t border-line">{children}</div>}
    </li>
  );
}
