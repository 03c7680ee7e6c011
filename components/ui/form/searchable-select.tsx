'use client';

import { Combobox } from '@base-ui/react/combobox';
import { clsx } from 'clsx';
import { CheckIcon, ChevronDownIcon } from 'lucide-react';
import { ComboboxPopup } from './combobox-popup';
import { controlHeight, controlLook } from './control-look';
import { useFieldTies } from './field-ties';
import { wholeOnFocus } from './whole-on-focus';

type Option = { value: string; label: string };

type SearchableSelectProps = {
  options: readonly Option[];
  value: string;
  onValueChange: (value: string) => void;
  /** Stands in the list when nothing matches. */
  emptyText: string;
};

/** One of many: typing narrows the list. Stands in a Field, which names it. */
export function SearchableSelect({ options, value, onValueChange, emptyText }: SearchableSelectProps) {
  const chosen = options.find((option) => option.value === value) ?? { value, label: value };
  return (
    <Combobox.Root
      items={options}
      value={chosen}
      onValueChange={(next: Option | null) => next && onValueChange(next.value)}
      isItemEqualToValue={(one: Option, other: Option) => one.value === other.value}
      autoHighlight
    >
      <span className="relative block">
        <Combobox.Input
          {...useFieldTies()}
          autoComplete="off"
          spellCheck={false}
          {...wholeOnFocus}
          className={clsx(controlLook, controlHeight, 'truncate pr-9 pl-3')}
        />
        <ChevronDownIcon
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
        />
      </span>
      <ComboboxPopup
        isWide
        emptyText={emptyText}
        mark={
          <Combobox.ItemIndicator>
            <CheckIcon aria-hidden className="size-4 text-faint" />
          </Combobox.ItemIndicator>
        }
      />
    </Combobox.Root>
  );
}
