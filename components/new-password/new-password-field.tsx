'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { PasswordField } from '@/components/ui/form/password-field';
import { useAppConfig } from '@/lib/client/app-config';
import {
  type PasswordFlaw,
  type PasswordStrength,
  passwordBytes,
  passwordFlaw,
  passwordStrength,
} from '@/lib/domain/account/account-password';

type NewPasswordFieldProps = {
  label: string;
  name: string;
  value: string;
  onValueChange: (value: string) => void;
  /** The password must not resemble it. */
  login: string;
  error?: ReactNode;
  'aria-invalid'?: boolean | undefined;
  /** The form refused to submit because of this field, so the hint becomes an error. */
  isRefused?: boolean;
};

export function NewPasswordField(props: NewPasswordFieldProps) {
  const { label, value, login, error, isRefused = false, ...control } = props;
  const t = useTranslations('newPassword');
  const flaw = usePasswordFlaw(value, login);
  const strength = passwordStrength(value);
  const { min } = passwordBytes;
  const wrong = flaw && t(`flaw.${flaw}`, { min });
  const problem = error || (isRefused && wrong);
  const rating = wrong ?? t('strengthIs', { strength: t(`strength.${strength}`) });
  return (
    <Field
      label={label}
      error={problem}
      hint={
        value === '' ? (
          t('hint', { min })
        ) : (
          <span className="flex flex-col gap-1.5">
            <StrengthBar strength={flaw ? null : strength} />
            {!problem && rating}
          </span>
        )
      }
    >
      <PasswordField
        {...control}
        value={value}
        autoComplete="new-password"
        showLabel={t('show')}
        capsLockHint={t('capsLock')}
      />
    </Field>
  );
}

const steps: readonly PasswordStrength[] = ['weak', 'fair', 'good', 'strong'];

/** Repeats the rating visually. @param strength null for an unacceptable password */
function StrengthBar({ strength }: { strength: PasswordStrength | null }) {
  const reached = strength === null ? -1 : steps.indexOf(strength);
  return (
    <span aria-hidden className="grid grid-cols-4 gap-1 pt-0.5">
      {steps.map((step, index) => (
        <span
          key={step}
          className={`h-0.5 rounded-full transition-colors duration-100 ${index <= reached ? 'bg-ink forced-colors:bg-[CanvasText]' : 'bg-line'}`}
        />
      ))}
    </span>
  );
}

const unknown: ReadonlySet<string> = new Set();

export function usePasswordFlaw(password: string, login: string): PasswordFlaw | null {
  const { appName } = useAppConfig();
  const [common, setCommon] = useState(unknown);
  const isTyping = password !== '';
  useEffect(() => {
    if (!isTyping) return;
    let isGone = false;
    import('@/lib/domain/account/common-passwords.json').then(
      ({ default: list }) => isGone || setCommon(new Set(list)),
      () => undefined, // without the list the server still has it
    );
    return () => {
      isGone = true;
    };
  }, [isTyping]);
  return isTyping ? passwordFlaw(password, { names: [login, appName], common }) : null;
}
