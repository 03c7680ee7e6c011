'use client';

import { clsx } from 'clsx';
import { EyeIcon, EyeOffIcon } from 'lucide-react';
import { useState } from 'react';
import { FieldShell } from './field-shell';
import { controlLook, iconButtonLook } from './looks';
import type { TextFieldProps } from './text-field';

type PasswordFieldProps = TextFieldProps & { showLabel: string; hideLabel: string };

/** Hidden at first; the toggle is a named button that says what it will do. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, isLabelHidden, hint, error, onValueChange, showLabel, hideLabel, ...rest } = props;
  const [isShown, setShown] = useState(false);
  const toggle = isShown ? hideLabel : showLabel;
  return (
    <FieldShell label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...rest}
            {...control}
            type={isShown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => onValueChange(event.target.value)}
            className={clsx(controlLook, 'h-9 pr-10 pointer-coarse:h-11 pointer-coarse:pr-12')}
          />
          <span className="absolute inset-y-0 right-0 flex">
            <button
              type="button"
              aria-label={toggle}
              title={toggle}
              onClick={() => setShown(!isShown)}
              className={iconButtonLook()}
            >
              {isShown ? <EyeOffIcon aria-hidden /> : <EyeIcon aria-hidden />}
            </button>
          </span>
        </div>
      )}
    </FieldShell>
  );
}
