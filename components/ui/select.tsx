'use client';

import { clsx } from 'clsx';
import { ChevronDownIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { FieldShell, type FieldWords } from './field-shell';
import { controlLook } from './looks';

type SelectProps = Omit<ComponentProps<'select'>, 'onChange' | 'className'> &
  FieldWords & {
    options: readonly { value: string; label: string }[];
    onValueChange: (value: string) => void;
  };

/** The browser's own list: best on phones, and as good as any with the keyboard. */
export function Select({ label, isLabelHidden, hint, error, options, onValueChange, ...props }: SelectProps) {
  return (
    <FieldShell label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <select
            {...props}
            {...control}
            onChange={(event) => onValueChange(event.target.value)}
            className={clsx(controlLook, 'h-9 appearance-none pr-9 pointer-coarse:h-11')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-faint"
          />
        </div>
      )}
    </FieldShell>
  );
}
