'use client';

import { useTranslations } from 'next-intl';
import { NewPasswordField } from '@/components/new-password/new-password-field';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { PasswordField } from '@/components/ui/password-field';
import { Outcome } from './outcome';
import { usePasswordChange } from './use-password-change';

export function PasswordForm() {
  const t = useTranslations('settings.password');
  const hint = useTranslations('newPassword');
  const { login, fields, change, problem, send, submit } = usePasswordChange();
  const shared = { showLabel: hint('show'), capsLockHint: hint('capsLock') };
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      <Outcome sent={send} />
      {/* Password managers then know whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <Field label={t('current')} error={problem?.at === 'current' && t('required')}>
        <PasswordField
          {...shared}
          name="current"
          autoComplete="current-password"
          value={fields.current}
          onValueChange={(current) => change({ current })}
        />
      </Field>
      <NewPasswordField
        label={t('new')}
        name="new"
        login={login}
        value={fields.next}
        onValueChange={(next) => change({ next })}
        error={problem?.at === 'next' && problem.text !== 'flaw' && t(problem.text)}
        isRefused={problem?.text === 'flaw'}
      />
      <Field
        label={t('repeat')}
        error={problem?.at === 'repeat' && problem.text !== 'flaw' && t(problem.text)}
      >
        <PasswordField
          {...shared}
          name="repeat"
          autoComplete="new-password"
          value={fields.repeat}
          onValueChange={(repeat) => change({ repeat })}
        />
      </Field>
      <div>
        <Button type="submit" tone="quiet" pending={send.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
