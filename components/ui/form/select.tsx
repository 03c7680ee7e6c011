'use client';

import { clsx } from 'clsx';
import { ChevronDownIcon } from 'lucide-react';
import { controlHeight, controlLook } from './control-look';
import { useFieldAttributes } from './field';

type SelectProps<T extends string> = {
  options: readonly { value: T; label: string }[];
  value: T;
  onValueChange: (value: T) => void;
  name?: string;
  label?: string;
  disabled?: boolean;
  required?: boolean;
};

/** A native `<select>`, which works best on phones. */
export function Select<T extends string>({ options, label, onValueChange, ...props }: SelectProps<T>) {
  const choose = (next: string) => {
    const option = options.find(({ value }) => value === next);
    if (option) onValueChange(option.value);
  };
  return (
    <span className="relative block">
      <select
        {...useFieldAttributes()}
        {...props}
        aria-label={label}
        onChange={(event) => choose(event.target.value)}
        className={clsx(controlLook, controlHeight, 'appearance-none truncate pr-9 pl-3')}
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDownIcon
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
      />
    </span>
  );
}
