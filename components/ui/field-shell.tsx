'use client';

import { CircleAlertIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export type FieldWords = {
  label: string;
  isLabelHidden?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
};

/** What a control needs to be tied to its label, hint and error. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldShellProps = FieldWords & { children: (control: ControlProps) => ReactNode };

/** Label above, hint or error below; the error takes the hint's place and is read aloud when it comes. */
export function FieldShell({ label, isLabelHidden = false, hint, error, children }: FieldShellProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <p
        id={`${id}-note`}
        role={error ? 'alert' : undefined}
        className={
          error ? 'mt-1.5 flex gap-1.5 text-sm text-danger' : 'mt-1.5 text-xs text-muted empty:hidden'
        }
      >
        {error && <CircleAlertIcon aria-hidden className="mt-0.5 size-4 shrink-0" />}
        {note}
      </p>
    </div>
  );
}
