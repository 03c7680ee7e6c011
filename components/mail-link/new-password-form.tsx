'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { NewPasswordField, usePasswordFlaw } from '@/components/new-password/new-password-field';
import { Button } from '@/components/ui/button';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { FormColumn } from '@/components/ui/form-column';
import type { useSend } from '@/lib/client/call/use-call';
import type { accountCode } from '@/lib/contract/account/account-code';

type NewPasswordFormProps = {
  token: string;
  login: string;
  send: ReturnType<typeof useSend<typeof accountCode.reset>>;
};

export function NewPasswordForm({ token, login, send }: NewPasswordFormProps) {
  const t = useTranslations('mailLink.reset');
  const [password, setPassword] = useState('');
  const [wasRefused, setRefused] = useState(false);
  const flaw = usePasswordFlaw(password, login);
  const isWrong = password === '' || flaw !== null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setRefused(isWrong);
    if (isWrong) focusFirstProblem(event.currentTarget);
    else if (!send.isPending) send.mutate({ body: { token, password } });
  };
  return (
    <FormColumn>
      <h1 className="mb-6 text-center text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
        {t('title', { login })}
      </h1>
      <form
        method="post"
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-4 rounded-card border border-line bg-raised p-6 shadow-card"
      >
        <FailureBanner key={send.submittedAt} error={send.error} />
        {/* Password managers then know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
        <NewPasswordField
          label={t('password')}
          name="password"
          login={login}
          value={password}
          onValueChange={(next) => {
            setPassword(next);
            setRefused(false);
          }}
          error={wasRefused && password === '' && t('needed')}
          aria-invalid={wasRefused || undefined}
          isRefused={wasRefused}
        />
        <p className="text-sm text-muted text-pretty">{t('ends')}</p>
        <Button type="submit" pending={send.isPending}>
          {t('submit')}
        </Button>
      </form>
    </FormColumn>
  );
}
