'use client';

import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlLook } from './control-look';
import { useFieldAttributes } from './field';
import { useTypedEarly } from './use-typed-early';

type TextareaProps = Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'onChange'> & {
  onValueChange?: (value: string) => void;
  tone?: 'text' | 'code';
};

/** With more, each key takes seconds. Twice what a server takes, so a text that is cut is refused, too. */
const maxChars = 128 * 1024;

export function Textarea({ rows = 4, tone = 'text', onValueChange, ...props }: TextareaProps) {
  const typedEarly = useTypedEarly<HTMLTextAreaElement>(onValueChange);
  return (
    <textarea
      ref={typedEarly}
      maxLength={maxChars}
      {...useFieldAttributes()}
      {...props}
      rows={rows}
      onChange={(event) => onValueChange?.(event.target.value)}
      className={clsx(
        controlLook,
        'field-sizing-content max-h-[60vh] px-3 py-2 leading-5 pointer-coarse:text-base',
        rows > 1 ? 'min-h-20 resize-y' : 'resize-none',
        tone === 'code' && 'font-mono',
      )}
    />
  );
}
