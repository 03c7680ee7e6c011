'use client';

import { Combobox } from '@base-ui/react/combobox';
import { clsx } from 'clsx';
import { CheckIcon, ChevronDownIcon } from 'lucide-react';
import { controlHeight, controlLook } from './control-look';
import { useFieldAttributes } from './field-context';
import { selectAllOnFocus } from './select-all-on-focus';
import { useReplayedTyping } from './use-replayed-typing';

type SelectOption = { value: string; label: string };

type SearchableSelectProps = {
  options: readonly SelectOption[];
  value: string;
  onValueChange: (value: string) => void;
  emptyText: string;
};

export function SearchableSelect({ options, value, onValueChange, emptyText }: SearchableSelectProps) {
  const chosen = options.find((option) => option.value === value) ?? { value, label: value };
  return (
    <Combobox.Root
      items={options}
      value={chosen}
      onValueChange={(next: SelectOption | null) => next && onValueChange(next.value)}
      isItemEqualToValue={(one: SelectOption, other: SelectOption) => one.value === other.value}
      autoHighlight
    >
      <span className="relative block">
        <Combobox.Input
          ref={useReplayedTyping()}
          {...useFieldAttributes()}
          autoComplete="off"
          spellCheck={false}
          {...selectAllOnFocus}
          className={clsx(controlLook, controlHeight, 'truncate pr-9 pl-3')}
        />
        <ChevronDownIcon
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
        />
      </span>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={6} className="z-20 outline-none">
          <Combobox.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) min-w-52 origin-(--transform-origin) overflow-y-auto overscroll-contain rounded-card border border-line bg-raised p-1 shadow-float outline-none transition-[opacity,translate] duration-180 ease-out data-ending-style:-translate-y-1 data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0">
            <Combobox.Empty>
              <span className="block px-2.5 py-2 text-sm text-muted">{emptyText}</span>
            </Combobox.Empty>
            <Combobox.List>
              {(option: SelectOption) => (
                <Combobox.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none data-highlighted:bg-hover forced-colors:data-highlighted:bg-[Highlight] pointer-coarse:min-h-11"
                >
                  <span className="min-w-0 flex-1 truncate">{option.label}</span>
                  <Combobox.ItemIndicator>
                    <CheckIcon aria-hidden className="size-4 text-faint" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
