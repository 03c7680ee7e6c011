'use client';

import { clsx } from 'clsx';
import { ChevronDownIcon } from 'lucide-react';
import { controlHeight, controlLook } from './control-look';
import { useFieldTies } from './field-ties';

type SelectProps<T extends string> = {
  options: readonly { value: T; label: string }[];
  value: T;
  onValueChange: (value: T) => void;
  name?: string;
  /** Its name where no Field gives one. */
  label?: string;
  disabled?: boolean;
};

/** The system's own list, which is the best one on phones. */
export function Select<T extends string>({ options, label, onValueChange, ...props }: SelectProps<T>) {
  const choose = (next: string) => {
    const option = options.find(({ value }) => value === next);
    if (option) onValueChange(option.value);
  };
  return (
    <span className="relative block">
      <select
        {...useFieldTies()}
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
