'use client';

import { NumberField as Base } from '@base-ui/react/number-field';
import { clsx } from 'clsx';
import { MinusIcon, PlusIcon } from 'lucide-react';
import { controlHeight, controlLook } from './control-look';

type NumberFieldProps = {
  value: number | null;
  onValueChange: (value: number | null) => void;
  min?: number;
  max?: number;
  name?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  decreaseLabel: string;
  increaseLabel: string;
};

const step =
  'grid w-9 shrink-0 place-items-center text-muted hover:text-ink focus-visible:-outline-offset-3 data-disabled:opacity-45 pointer-coarse:w-11 [&_svg]:size-4';

/** A whole number with steppers; stands in a Field. */
export function NumberField({ decreaseLabel, increaseLabel, autoFocus, ...props }: NumberFieldProps) {
  return (
    <Base.Root {...props} format={{ maximumFractionDigits: 0, useGrouping: false }}>
      <Base.Group
        className={clsx(
          controlLook,
          controlHeight,
          'flex items-stretch overflow-clip has-aria-invalid:border-danger has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-accent',
        )}
      >
        <Base.Decrement aria-label={decreaseLabel} className={step}>
          <MinusIcon aria-hidden />
        </Base.Decrement>
        <Base.Input
          autoFocus={autoFocus}
          className="min-w-0 flex-1 bg-transparent text-center tabular-nums outline-none"
        />
        <Base.Increment aria-label={increaseLabel} className={step}>
          <PlusIcon aria-hidden />
        </Base.Increment>
      </Base.Group>
    </Base.Root>
  );
}
