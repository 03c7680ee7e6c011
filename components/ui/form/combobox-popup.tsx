'use client';

import { Combobox } from '@base-ui/react/combobox';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type Option = { value: string; label: string };

type ComboboxPopupProps = {
  /** Stands in the list when nothing matches; "": nothing does. */
  emptyText: string;
  /** A list that may be wider than its field. */
  isWide?: boolean;
  /** What stands behind an option's words. */
  mark?: ReactNode;
};

/** The list below a field that narrows it by typing. */
export function ComboboxPopup({ emptyText, isWide = false, mark }: ComboboxPopupProps) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner align={isWide ? 'start' : 'center'} sideOffset={6} className="z-20 outline-none">
        <Combobox.Popup
          className={clsx(
            'max-h-[min(20rem,var(--available-height))] w-(--anchor-width) origin-(--transform-origin) overflow-y-auto overscroll-contain rounded-card border border-line bg-raised p-1 shadow-float outline-none transition-[opacity,translate] duration-180 ease-out data-ending-style:-translate-y-1 data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0',
            isWide && 'min-w-52',
          )}
        >
          <Combobox.Empty className="px-2.5 py-2 text-sm text-muted empty:hidden">{emptyText}</Combobox.Empty>
          <Combobox.List>
            {(option: Option) => (
              <Combobox.Item
                key={option.value}
                value={option}
                className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none data-highlighted:bg-hover forced-colors:data-highlighted:bg-[Highlight] pointer-coarse:min-h-11"
              >
                <span className="min-w-0 flex-1 truncate">{option.label}</span>
                {mark}
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
