'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PasswordField } from '@/components/ui/form/password-field';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useViewer } from '@/lib/client/session/session';

export type FactorProof = { password: string; code: string };

type FactorFormProps = {
  asks: readonly (keyof FactorProof)[];
  login: string;
  submitLabel: string;
  tone?: 'danger';
  sent: { isPending: boolean; error: Error | null; submittedAt: number };
  onSubmit: (proof: FactorProof) => void;
  onCancel?: (() => void) | undefined;
  children?: ReactNode;
};

/** Asks for the own password, a code, or both. With the password, a recovery code counts as well. */
export function FactorForm({
  asks,
  login,
  submitLabel,
  tone,
  sent,
  onSubmit,
  onCancel,
  children,
}: FactorFormProps) {
  const t = useTranslations('factor');
  const failureText = useFailureText();
  const [proof, setProof] = useState<FactorProof>({ password: '', code: '' });
  const [isMissing, setMissing] = useState(false);
  const change = (part: Partial<FactorProof>) => {
    setProof({ ...proof, ...part });
    setMissing(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = asks.some((name) => proof[name].trim() === '');
    setMissing(isEmpty);
    if (!isEmpty && !sent.isPending) onSubmit(proof);
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      {children}
      {isMissing && <Banner tone="error">{t('required')}</Banner>}
      {sent.error && !isMissing && (
        <Banner key={sent.submittedAt} tone="error">
          {failureText(sent.error)}
        </Banner>
      )}
      <ProofFields {...{ asks, login, proof }} hasFocus={tone !== 'danger'} onChange={change} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" {...(tone && { tone })} pending={sent.isPending}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button tone="ghost" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** For forms of their own. @returns fields to draw, with what is missing once the form is checked */
export function useProof(asks: readonly (keyof FactorProof)[]) {
  const t = useTranslations('factor');
  const login = useViewer()?.login ?? '';
  const [proof, setProof] = useState<FactorProof>({ password: '', code: '' });
  const isUnproven = asks.some((name) => proof[name].trim() === '');
  const fields = (isChecked: boolean) => (
    <>
      <ProofFields {...{ asks, login, proof }} onChange={(part) => setProof({ ...proof, ...part })} />
      {isChecked && isUnproven && <Banner tone="error">{t('required')}</Banner>}
    </>
  );
  return { proof, isUnproven, fields };
}

type ProofFieldsProps = Pick<FactorFormProps, 'asks' | 'login'> & {
  proof: FactorProof;
  hasFocus?: boolean;
  onChange: (part: Partial<FactorProof>) => void;
};

function ProofFields({ asks, login, proof, hasFocus = false, onChange }: ProofFieldsProps) {
  const t = useTranslations('factor');
  const words = useTranslations('newPassword');
  const hasBoth = asks.length > 1;
  return (
    <>
      {/* Password managers then know whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      {asks.includes('password') && (
        <Field label={t('password')}>
          <PasswordField
            name="password"
            autoComplete="current-password"
            autoFocus={hasFocus}
            showLabel={words('show')}
            capsLockHint={words('capsLock')}
            value={proof.password}
            onValueChange={(password) => onChange({ password })}
          />
        </Field>
      )}
      {asks.includes('code') && (
        <Field label={t(hasBoth ? 'anyCode' : 'code')} hint={!hasBoth && t('codeHint')}>
          <Input
            name="code"
            autoComplete="one-time-code"
            inputMode={hasBoth ? 'text' : 'numeric'}
            autoCapitalize="characters"
            autoCorrect="off"
            autoFocus={hasFocus && !hasBoth}
            spellCheck={false}
            value={proof.code}
            onValueChange={(code) => onChange({ code })}
          />
        </Field>
      )}
    </>
  );
}
