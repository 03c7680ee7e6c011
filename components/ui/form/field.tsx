'use client';

import { createContext, type ReactNode, useContext, useId } from 'react';

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  quietLabel?: boolean;
  children: ReactNode;
};

/** Connects label, hint and error to the one control inside it. */
export function Field({ label, hint, error, quietLabel = false, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}hint`;
  const errorId = `${id}error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  const attributes = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? (true as const) : undefined,
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={quietLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      <FieldContext value={attributes}>{children}</FieldContext>
      {hint && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
      <span role="alert" className="contents">
        {error && (
          <span id={errorId} className="text-xs text-danger">
            {error}
          </span>
        )}
      </span>
    </div>
  );
}

type FieldAttributes = {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
};

export const FieldContext = createContext<FieldAttributes>({});

/** For the one control inside a `Field`; empty outside of one. */
export const useFieldAttributes = (): FieldAttributes => useContext(FieldContext);
