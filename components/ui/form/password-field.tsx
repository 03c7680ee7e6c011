'use client';

import { clsx } from 'clsx';
import { EyeIcon, EyeOffIcon } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTypedEarly } from '@/components/ui/form/use-typed-early';
import { controlHeight, controlLook } from './control-look';
import { useFieldAttributes } from './field';
import type { InputProps } from './input';

type PasswordFieldProps = Omit<InputProps, 'type' | 'tone'> & {
  showLabel: string;
  capsLockHint?: string;
};

export function PasswordField({ showLabel, capsLockHint, onValueChange, ...props }: PasswordFieldProps) {
  const typedEarly = useTypedEarly<HTMLInputElement>(onValueChange);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const Icon = shown ? EyeOffIcon : EyeIcon;

  return (
    <>
      <span className="relative block">
        <input
          ref={typedEarly}
          {...useFieldAttributes()}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...props}
          type={shown ? 'text' : 'password'}
          onChange={(event) => onValueChange?.(event.target.value)}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          className={clsx(controlLook, controlHeight, 'pr-10 pl-3 pointer-coarse:pr-12')}
        />
        <button
          type="button"
          aria-label={showLabel}
          aria-pressed={shown}
          title={showLabel}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-3 pointer-coarse:w-11"
        >
          <Icon aria-hidden className="size-4" />
        </button>
      </span>
      {capsLockHint && (
        <span role="status" className="text-xs text-muted empty:hidden">
          {capsLock && capsLockHint}
        </span>
      )}
    </>
  );
}
