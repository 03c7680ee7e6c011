'use client';

import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { FieldShell, type FieldWords } from './field-shell';
import { controlLook } from './looks';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'className'> &
  FieldWords & { onValueChange: (value: string) => void };

export function TextField({ label, isLabelHidden, hint, error, onValueChange, ...props }: TextFieldProps) {
  return (
    <FieldShell label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(control) => (
        <input
          type="text"
          {...props}
          {...control}
          onChange={(event) => onValueChange(event.target.value)}
          className={clsx(controlLook, 'h-9 pointer-coarse:h-11')}
        />
      )}
    </FieldShell>
  );
}
