'use client';

import { useTranslations } from 'next-intl';
import { NewPasswordField } from '@/components/new-password/new-password-field';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PasswordField } from '@/components/ui/form/password-field';
import { Link } from '@/components/ui/link';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { paths } from '@/lib/paths';
import { RegisterProblems } from './register-problems';
import { useRegistration } from './use-registration';

export function RegisterForm() {
  const t = useTranslations('register');
  const hint = useTranslations('newPassword');
  const failureText = useFailureText();
  const { needsInvite, fields, change, problems, send, submit } = useRegistration();
  const isWrong = (...places: string[]) => problems.some(({ at }) => places.includes(at)) || undefined;
  const plain = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problems.length > 0 && <RegisterProblems problems={problems} />}
      {problems.length === 0 && send.error && (
        <Banner key={send.submittedAt} tone="error">
          {failureText(send.error)}
        </Banner>
      )}
      <Field label={t('login')} hint={t('loginHint')}>
        <Input
          {...plain}
          name="login"
          autoComplete="username"
          autoFocus
          aria-invalid={isWrong('login')}
          value={fields.login}
          onValueChange={(login) => change({ login })}
        />
      </Field>
      <NewPasswordField
        label={t('password')}
        name="password"
        login={fields.login}
        value={fields.password}
        onValueChange={(password) => change({ password })}
        aria-invalid={isWrong('password')}
      />
      <Field label={t('repeat')}>
        <PasswordField
          name="repeat"
          autoComplete="new-password"
          showLabel={hint('show')}
          capsLockHint={hint('capsLock')}
          aria-invalid={isWrong('repeat')}
          value={fields.repeat}
          onValueChange={(repeat) => change({ repeat })}
        />
      </Field>
      {needsInvite && (
        <Field label={t('invite')} hint={t('inviteHint')}>
          <Input
            {...plain}
            tone="code"
            name="invite"
            autoComplete="off"
            aria-invalid={isWrong('invite')}
            value={fields.invite}
            onValueChange={(invite) => change({ invite })}
          />
        </Field>
      )}
      <Button type="submit" pending={send.isPending}>
        {t('submit')}
      </Button>
      <Link
        href={paths.login()}
        className="inline-flex min-h-6 items-center self-center rounded-sm text-sm text-muted underline decoration-faint underline-offset-4 hover:text-ink hover:decoration-ink pointer-coarse:min-h-11"
      >
        {t('toLogin')}
      </Link>
    </form>
  );
}
