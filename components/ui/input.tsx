'use client';

import { Field } from '@base-ui/react/field';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlHeight, controlLook } from './control-look';

export type InputProps = Omit<ComponentProps<typeof Field.Control>, 'className' | 'style' | 'render'> & {
  /** Ids and URLs are set in mono. */
  tone?: 'text' | 'code';
};

/** One line of text; stands in a Field, which names it. */
export function Input({ tone = 'text', ...props }: InputProps) {
  return (
    <Field.Control
      {...props}
      className={clsx(controlLook, controlHeight, 'px-3', tone === 'code' && 'font-mono')}
    />
  );
}
