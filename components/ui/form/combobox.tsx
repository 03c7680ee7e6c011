'use client';

import { Combobox } from '@base-ui/react/combobox';
import { CheckIcon, XIcon } from 'lucide-react';
import { useReplayedTyping } from '@/components/ui/form/use-replayed-typing';
import { useFieldAttributes } from './field';

export type ComboboxChoice = { value: string; label: string };

export const isSame = (one: ComboboxChoice, other: ComboboxChoice) => one.value === other.value;

type MultiComboboxProps = {
  value: readonly ComboboxChoice[];
  onValueChange: (value: ComboboxChoice[]) => void;
  query: string;
  onQueryChange: (query: string) => void;
  maxQueryLength: number;
  options: readonly ComboboxChoice[];
  placeholder: string;
  emptyText: string;
  removeLabel: (label: string) => string;
};

export function MultiCombobox({ query, onQueryChange, options, emptyText, ...props }: MultiComboboxProps) {
  return (
    <Combobox.Root
      multiple
      items={options}
      filter={null}
      value={props.value}
      onValueChange={(next) => {
        props.onValueChange(next);
        onQueryChange('');
      }}
      inputValue={query}
      onInputValueChange={onQueryChange}
      isItemEqualToValue={isSame}
      autoHighlight
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a form from hearing the field's Enter */}
      <div
        onKeyDown={(event) => {
          // While something is typed, Enter chooses; a list still on its way must not send the form.
          if (event.key === 'Enter' && query !== '') event.preventDefault();
        }}
      >
        <ChosenChips {...props} />
      </div>
      <Choices emptyText={emptyText} />
    </Combobox.Root>
  );
}

export function Choices({ emptyText, isMarked = false }: { emptyText: string; isMarked?: boolean }) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner align="start" sideOffset={6} className="z-20 outline-none">
        <Combobox.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) min-w-52 origin-(--transform-origin) overflow-y-auto overscroll-contain rounded-card border border-line bg-raised p-1 shadow-float outline-none transition-[opacity,translate] duration-180 ease-out data-ending-style:-translate-y-1 data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0">
          <Combobox.Empty className="px-2.5 py-2 text-sm text-muted empty:hidden">{emptyText}</Combobox.Empty>
          <Combobox.List>
            {(choice: ComboboxChoice) => (
              <Combobox.Item
                key={choice.value}
                value={choice}
                className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11"
              >
                <span className="min-w-0 flex-1 truncate">{choice.label}</span>
                {isMarked && (
                  <Combobox.ItemIndicator>
                    <CheckIcon aria-hidden className="size-4 text-faint" />
                  </Combobox.ItemIndicator>
                )}
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

type ChosenChipsProps = Pick<MultiComboboxProps, 'value' | 'placeholder' | 'removeLabel' | 'maxQueryLength'>;

function ChosenChips({ value, placeholder, removeLabel, maxQueryLength }: ChosenChipsProps) {
  return (
    <Combobox.InputGroup className="flex min-h-9 w-full flex-wrap items-center gap-1 rounded-control border border-edge bg-raised p-1 text-sm text-ink transition-colors duration-100 hover:border-muted has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-accent has-aria-invalid:border-danger pointer-coarse:min-h-11 pointer-coarse:text-base">
      <Combobox.Chips className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
        {value.map(({ value: key, label }) => (
          <Combobox.Chip
            key={key}
            aria-label={label}
            className="flex h-7 max-w-full items-center gap-0.5 rounded-md bg-sunken pl-2 ring-1 ring-line ring-inset pointer-coarse:h-9"
          >
            <span className="truncate">{label}</span>
            <Combobox.ChipRemove
              aria-label={removeLabel(label)}
              className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:text-ink pointer-coarse:size-9"
            >
              <XIcon aria-hidden className="size-3.5" />
            </Combobox.ChipRemove>
          </Combobox.Chip>
        ))}
        <Combobox.Input
          ref={useReplayedTyping()}
          {...useFieldAttributes()}
          maxLength={maxQueryLength}
          placeholder={placeholder}
          className="h-7 min-w-32 flex-1 bg-transparent px-2 outline-none placeholder:text-muted pointer-coarse:h-9"
        />
      </Combobox.Chips>
    </Combobox.InputGroup>
  );
}
