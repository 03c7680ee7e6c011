'use client';

import { type ReactNode, useId } from 'react';

type SegmentedProps<V extends string> = {
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  options: readonly { value: V; label: string; icon?: ReactNode }[];
};

/** Native radio buttons in a row: arrow keys choose, one tab stop. */
export function Segmented<V extends string>({ label, value, onValueChange, options }: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset className="inline-flex max-w-full rounded-control bg-sunken p-0.5 ring-1 ring-line">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          title={option.icon ? option.label : undefined}
          className="inline-flex h-8 min-w-0 cursor-pointer items-center gap-2 rounded-md px-3 text-sm font-medium text-muted outline-2 outline-transparent hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-xs has-focus-visible:outline-accent pointer-coarse:h-10 [&_svg]:size-4"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="sr-only"
          />
          {option.icon}
          <span className={option.icon ? 'sr-only' : 'truncate'}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
