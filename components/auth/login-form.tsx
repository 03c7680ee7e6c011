'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { PasswordField } from '@/components/ui/password-field';
import { TextField } from '@/components/ui/text-field';
import { useLogin } from './use-login';

export function LoginForm({ back }: { back: string }) {
  const t = useTranslations('login');
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [isCapsLock, setCapsLock] = useState(false);
  const passwordRef = useRef<HTMLInputElement>(null);
  const { isPending, problem, submit } = useLogin(back);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    await submit(account, password);
    passwordRef.current?.select();
  }

  const onKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-5" aria-label={t('title')}>
      {problem && <Banner tone="danger">{t(problem)}</Banner>}
      <TextField
        label={t('account')}
        name="account"
        value={account}
        onValueChange={setAccount}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
      />
      <PasswordField
        ref={passwordRef}
        label={t('password')}
        name="password"
        value={password}
        onValueChange={setPassword}
        onKeyUp={onKey}
        autoComplete="current-password"
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        hint={isCapsLock ? t('capsLock') : undefined}
        required
      />
      <Button type="submit" isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  );
}
