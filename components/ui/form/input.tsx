'use client';

import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlHeight, controlLook } from './control-look';
import { useFieldAttributes } from './field';
import { useTypedEarly } from './use-typed-early';

export type InputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'onChange'> & {
  onValueChange?: (value: string) => void;
  /** Code is typed as it is: no capitals, spelling or completion by the browser. */
  tone?: 'text' | 'code';
};

const codeTraits = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

export function Input({ tone = 'text', onValueChange, ...props }: InputProps) {
  const typedEarly = useTypedEarly<HTMLInputElement>(onValueChange);
  return (
    <input
      ref={typedEarly}
      {...useFieldAttributes()}
      {...(tone === 'code' && codeTraits)}
      {...props}
      onChange={(event) => onValueChange?.(event.target.value)}
      className={clsx(controlLook, controlHeight, 'px-3', tone === 'code' && 'font-mono')}
    />
  );
}
