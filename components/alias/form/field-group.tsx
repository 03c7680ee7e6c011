import { type ReactNode, useId } from 'react';

export function FieldGroup({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const hintId = useId();
  return (
    <fieldset aria-describedby={hint && hintId} className="flex min-w-0 flex-col gap-3">
      <legend className="text-sm font-medium">{title}</legend>
      {hint && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {children}
    </fieldset>
  );
}
