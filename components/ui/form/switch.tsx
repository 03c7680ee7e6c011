'use client';

import type { ComponentProps, ReactNode } from 'react';
import { useCheckedEarly } from './use-checked-early';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'style' | 'ref'> & {
  label: ReactNode;
  hint?: ReactNode;
};

export function Switch({ label, hint, ...props }: SwitchProps) {
  const box = useCheckedEarly(props.checked);
  return (
    <label className="flex w-fit gap-2.5 py-1 text-sm pointer-coarse:py-3">
      <input
        {...props}
        ref={box}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
        role="switch"
        className="relative h-5 w-8 shrink-0 appearance-none rounded-full border border-edge bg-sunken transition-colors duration-100 before:absolute before:inset-y-0 before:left-0.5 before:my-auto before:size-3.5 before:rounded-full before:bg-muted before:transition-[translate,background-color] before:duration-100 checked:border-ink checked:bg-ink checked:before:translate-x-3 checked:before:bg-canvas disabled:opacity-45 forced-colors:before:bg-[ButtonText] forced-colors:checked:bg-[Highlight]"
      />
      <span>
        {label}
        {hint && <span className="block text-xs text-muted [overflow-wrap:anywhere]">{hint}</span>}
      </span>
    </label>
  );
}
