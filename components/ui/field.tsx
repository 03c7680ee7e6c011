'use client';

import { Field as BaseField } from '@base-ui/react/field';
import type { ReactNode } from 'react';

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value, in a sentence. */
  error?: ReactNode;
  /** The label is for screen readers only, where the place already says what the field is. */
  quietLabel?: boolean;
  children: ReactNode;
};

/** Ties label, hint and error to the one control inside it. */
export function Field({ label, hint, error, quietLabel = false, children }: FieldProps) {
  return (
    <BaseField.Root invalid={Boolean(error)} className="flex flex-col gap-1.5">
      <BaseField.Label className={quietLabel ? 'sr-only' : 'text-sm font-medium'}>{label}</BaseField.Label>
      {children}
      {hint && <BaseField.Description className="text-xs text-muted">{hint}</BaseField.Description>}
      <span role="alert" className="contents">
        {error && (
          <BaseField.Error match className="text-xs text-danger">
            {error}
          </BaseField.Error>
        )}
      </span>
    </BaseField.Root>
  );
}
