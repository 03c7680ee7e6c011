'use client';

import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { FieldShell, type FieldWords } from './field-shell';
import { controlLook } from './looks';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'onChange' | 'className'> &
  FieldWords & { onValueChange: (value: string) => void };

export function TextArea({ label, isLabelHidden, hint, error, onValueChange, ...props }: TextAreaProps) {
  return (
    <FieldShell label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(control) => (
        <textarea
          rows={4}
          {...props}
          {...control}
          onChange={(event) => onValueChange(event.target.value)}
          className={clsx(controlLook, 'block field-sizing-content max-h-96 min-h-24 py-2 leading-5')}
        />
      )}
    </FieldShell>
  );
}
