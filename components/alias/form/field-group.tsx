import { type ReactNode, useId } from 'react';

export function FieldGroup({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const hintId = useId();
  return (
    <fieldset aria-describedby={hint && hintId} className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 w-full border-b border-line pb-2 font-medium">{title}</legend>
      {hint && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {children}
    </fieldset>
  );
}
