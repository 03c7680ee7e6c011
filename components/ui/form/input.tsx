'use client';

import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlHeight, controlLook } from './control-look';
import { useFieldAttributes } from './field-context';
import { useTypedEarly } from './use-typed-early';

export type InputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'onChange'> & {
  onValueChange?: (value: string) => void;
  tone?: 'text' | 'code';
};

export function Input({ tone = 'text', onValueChange, ...props }: InputProps) {
  const typedEarly = useTypedEarly<HTMLInputElement>(onValueChange);
  return (
    <input
      ref={typedEarly}
      {...useFieldAttributes()}
      {...props}
      onChange={(event) => onValueChange?.(event.target.value)}
      className={clsx(controlLook, controlHeight, 'px-3', tone === 'code' && 'font-mono')}
    />
  );
}
