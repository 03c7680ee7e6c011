'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PasswordField } from '@/components/ui/form/password-field';
import { useSignIn } from './use-sign-in';

type LoginFormProps = {
  target: string;
  keep: boolean;
  children: ReactNode;
};

export function LoginForm({ target, keep, children }: LoginFormProps) {
  const t = useTranslations('login');
  const { pending, failed, submit } = useSignIn(target, keep);
  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
      {failed && (
        <Banner key={failed.attempt} tone="error">
          {failed.words ?? t(`problem.${failed.problem}`)}
        </Banner>
      )}
      <Field label={t('account')}>
        <Input
          name="account"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          required
        />
      </Field>
      <Field label={t('password')}>
        <PasswordField
          name="password"
          autoComplete="current-password"
          showLabel={t('showPassword')}
          capsLockHint={t('capsLock')}
          required
        />
      </Field>
      {children}
      <Button type="submit" pending={pending}>
        {t('submit')}
      </Button>
    </form>
  );
}
