'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PasswordField } from '@/components/ui/password-field';
import { useLogin } from './use-login';

export function LoginForm({ back }: { back: string }) {
  const t = useTranslations('login');
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { isPending, problem, submit } = useLogin(back);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    await submit(account, password);
    form.current?.querySelector<HTMLInputElement>('[name=password]')?.select();
  }

  return (
    <form ref={form} onSubmit={onSubmit} className="flex flex-col gap-5" aria-label={t('title')}>
      {problem && <Banner tone="error">{t(problem)}</Banner>}
      <Field label={t('account')}>
        <Input
          name="account"
          value={account}
          onValueChange={setAccount}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
        />
      </Field>
      <Field label={t('password')}>
        <PasswordField
          name="password"
          value={password}
          onValueChange={setPassword}
          autoComplete="current-password"
          showLabel={t('showPassword')}
          capsLockHint={t('capsLock')}
          required
        />
      </Field>
      <Button type="submit" pending={isPending}>
        {t('submit')}
      </Button>
    </form>
  );
}
