'use client';

import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlHeight, controlLook } from './control-look';
import { useFieldTies } from './field-ties';
import { useTypedEarly } from './use-typed-early';

export type InputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'onChange'> & {
  onValueChange?: (value: string) => void;
  /** Ids and URLs are set in mono. */
  tone?: 'text' | 'code';
};

/** One line of text; belongs in a Field, which names it. */
export function Input({ tone = 'text', onValueChange, ...props }: InputProps) {
  const typedEarly = useTypedEarly<HTMLInputElement>(onValueChange);
  return (
    <input
      ref={typedEarly}
      {...useFieldTies()}
      {...props}
      onChange={(event) => onValueChange?.(event.target.value)}
      className={clsx(controlLook, controlHeight, 'px-3', tone === 'code' && 'font-mono')}
    />
  );
}
