'use client';

import type { ComponentProps, ReactNode } from 'react';
import { useCheckedEarly } from './use-checked-early';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'style'> & {
  label: ReactNode;
  hint?: ReactNode;
};

export function Checkbox({ label, hint, ref, ...props }: CheckboxProps) {
  const box = useCheckedEarly(props.checked);
  return (
    <label className="flex w-fit gap-2.5 py-1 text-sm pointer-coarse:py-3">
      <span className="mt-0.5">
        <input {...props} ref={ref ?? box} type="checkbox" />
      </span>
      <span>
        {label}
        {hint && <span className="block text-xs text-muted [overflow-wrap:anywhere]">{hint}</span>}
      </span>
    </label>
  );
}
