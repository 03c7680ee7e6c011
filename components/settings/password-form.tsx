'use client';

import { useTranslations } from 'next-intl';
import { NewPasswordField } from '@/components/new-password/new-password-field';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { PasswordField } from '@/components/ui/form/password-field';
import { Outcome } from './outcome';
import { usePasswordChange } from './use-password-change';

export function PasswordForm() {
  const t = useTranslations('settings.password');
  const hint = useTranslations('newPassword');
  const { login, fields, change, problems, send, submit } = usePasswordChange();
  const [first] = problems;
  // A problem of several fields is displayed at the first one only.
  const textAt = (at: keyof typeof fields) => first?.at === at && first.text !== 'flaw' && t(first.text);
  const isWrong = (place: keyof typeof fields) => problems.some(({ at }) => at === place) || undefined;
  const shared = { showLabel: hint('show'), capsLockHint: hint('capsLock') };
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      <Outcome sent={send} />
      {/* Password managers then know whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <Field label={t('current')} error={textAt('current')}>
        <PasswordField
          {...shared}
          name="current"
          aria-invalid={isWrong('current')}
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
        error={textAt('next')}
        aria-invalid={isWrong('next')}
        isRefused={first?.text === 'flaw'}
      />
      <Field label={t('repeat')} error={textAt('repeat')}>
        <PasswordField
          {...shared}
          name="repeat"
          aria-invalid={isWrong('repeat')}
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
