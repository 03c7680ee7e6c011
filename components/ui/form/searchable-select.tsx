'use client';

import { Combobox } from '@base-ui/react/combobox';
import { clsx } from 'clsx';
import { ChevronDownIcon } from 'lucide-react';
import { Choices, type ComboboxChoice, isSame } from './combobox';
import { controlHeight, controlLook } from './control-look';
import { useFieldAttributes } from './field';
import { selectAllOnFocus } from './select-all-on-focus';
import { useReplayedTyping } from './use-replayed-typing';

type SearchableSelectProps = {
  options: readonly ComboboxChoice[];
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
      onValueChange={(next: ComboboxChoice | null) => next && onValueChange(next.value)}
      isItemEqualToValue={isSame}
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
      <Choices emptyText={emptyText} isMarked />
    </Combobox.Root>
  );
}
