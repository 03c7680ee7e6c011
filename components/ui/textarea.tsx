'use client';

import { Field } from '@base-ui/react/field';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlLook } from './control-look';

type TextareaProps = Pick<ComponentProps<'textarea'>, 'rows' | 'maxLength' | 'ref'> &
  Pick<
    ComponentProps<typeof Field.Control>,
    | 'name'
    | 'value'
    | 'defaultValue'
    | 'onValueChange'
    | 'placeholder'
    | 'disabled'
    | 'autoFocus'
    | 'required'
  > & { tone?: 'text' | 'code'; onKeyDown?: ComponentProps<'textarea'>['onKeyDown'] };

/** Text of several lines that grows with what is typed; stands in a Field. */
export function Textarea({ rows = 4, maxLength, ref, tone = 'text', onKeyDown, ...props }: TextareaProps) {
  return (
    <Field.Control
      {...props}
      render={<textarea ref={ref} rows={rows} maxLength={maxLength} onKeyDown={onKeyDown} />}
      className={clsx(
        controlLook,
        'field-sizing-content max-h-[60vh] min-h-20 resize-y px-3 py-2 leading-5 pointer-coarse:text-base',
        tone === 'code' && 'font-mono',
      )}
    />
  );
}
