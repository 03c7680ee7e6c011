'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { NewPasswordField, usePasswordFlaw } from '@/components/new-password/new-password-field';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { PasswordField } from '@/components/ui/form/password-field';
import { CallError } from '@/lib/client/call/call';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useViewer } from '@/lib/client/session/session';
import { session } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';
import { Outcome, SettingsSection } from './settings-section';

/** Dimmed until the account is known to have a password here; hidden for accounts of an external provider. */
export function PasswordSection() {
  const t = useTranslations('settings');
  const failureText = useFailureText();
  const { isSuccess, isPending, error, refetch } = useCall(settings.hasPassword, {});
  if (error instanceof CallError && error.code === 'settings.noPassword') return null;
  const again = (
    <Button tone="quiet" onClick={() => void refetch()}>
      {t('again')}
    </Button>
  );
  return (
    <SettingsSection title={t('password.title')} lead={t('password.lead')}>
      {error && !isSuccess ? (
        <Banner tone="error" action={again}>
          {failureText(error)}
        </Banner>
      ) : (
        <fieldset
          disabled={isPending}
          aria-busy={isPending}
          className="transition-opacity duration-100 disabled:opacity-60"
        >
          <legend className="sr-only">{isPending ? t('loading') : t('password.title')}</legend>
          <PasswordForm />
        </fieldset>
      )}
    </SettingsSection>
  );
}

function PasswordForm() {
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

type PasswordFields = { current: string; next: string; repeat: string };
type PasswordProblem = { at: keyof PasswordFields; text: 'required' | 'mismatch' | 'flaw' };

const none: PasswordFields = { current: '', next: '', repeat: '' };

function usePasswordChange() {
  const login = useViewer()?.login ?? '';
  const [fields, setFields] = useState(none);
  const [problems, setProblems] = useState<PasswordProblem[]>([]);
  const flaw = usePasswordFlaw(fields.next, login);
  const send = useSend(settings.changePassword, { reloads: [session.list] });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (send.isPending) return;
    const form = event.currentTarget;
    const found = problemsOf(fields, flaw !== null);
    setProblems(found);
    send.reset();
    if (found.length > 0) {
      focusFirstProblem(form);
      return;
    }
    const body = { oldPassword: fields.current, newPassword: fields.next };
    send.mutate({ body }, { onSuccess: () => setFields(none) });
  };
  const change = (part: Partial<PasswordFields>) => {
    setFields({ ...fields, ...part });
    setProblems([]);
  };
  return { login, fields, change, problems, send, submit };
}

/** Reports empty fields first, and other problems only when all are filled. */
function problemsOf({ current, next, repeat }: PasswordFields, isFlawed: boolean): PasswordProblem[] {
  const all = Object.entries({ current, next, repeat }) as [keyof PasswordFields, string][];
  const empty = all.filter(([, value]) => value === '');
  if (empty.length > 0) return empty.map(([at]) => ({ at, text: 'required' }));
  if (isFlawed) return [{ at: 'next', text: 'flaw' }];
  return next === repeat ? [] : [{ at: 'repeat', text: 'mismatch' }];
}
