'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { ChangedMeanwhile, currentText } from '@/components/app/changed-meanwhile';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PasswordField } from '@/components/ui/form/password-field';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useViewer } from '@/lib/client/session/session';
import type { Answer } from '@/lib/contract/http/endpoint';
import { mail } from '@/lib/contract/mail';
import { settings } from '@/lib/contract/settings';
import { emailIn, isEmailOrNone } from '@/lib/domain/mail/mail-address';
import { Outcome, SettingsSection } from './settings-section';

export function EmailSection() {
  const t = useTranslations('settings.email');
  const failureText = useFailureText();
  const viewer = useViewer();
  const { mailEnabled } = useAppConfig();
  const { data, error } = useCall(settings.getEmail, {});
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      {data && <EmailForm current={data} />}
      {data?.email && viewer?.admin && mailEnabled && <TestMail />}
      {!data && error && <Banner tone="error">{t('loadFailed', { reason: failureText(error) })}</Banner>}
    </SettingsSection>
  );
}

/** Saving an empty field removes the address. A change asks for the password of accounts that have one. */
function EmailForm({
  current: { email: current, verified, pending },
}: {
  current: Answer<typeof settings.getEmail>;
}) {
  const t = useTranslations('settings.email');
  const [email, setEmail] = useState(current ?? '');
  const [password, setPassword] = useState('');
  const [was, setWas] = useState(current);
  const [problem, setProblem] = useState<'unchanged' | 'invalid'>();
  const { mailEnabled } = useAppConfig();
  const { isSuccess: hasPassword } = useCall(settings.hasPassword, {});
  const set = useSend(settings.setEmail, { reloads: [settings.getEmail] });

  const save = async (read: string | null, next = email) => {
    const answer = await set.mutateAsync({ body: { email: next, was: read, password } });
    // The form shows what counts now.
    if (answer.pending) setEmail(read ?? '');
    else {
      setWas(emailIn(next));
      setEmail(emailIn(next) ?? '');
    }
    setPassword('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(email, was ?? '', pending !== null);
    setProblem(found);
    set.reset();
    if (!found) void save(was).catch(() => undefined);
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      <Outcome sent={set} />
      <Field label={t('label')} hint={t('hint')} error={problem && t(problem)}>
        <Input
          type="email"
          name="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onValueChange={(next) => {
            setEmail(next);
            setProblem(undefined);
          }}
        />
      </Field>
      {hasPassword && (emailIn(email) ?? email.trim()) !== (was ?? '') && (
        <OwnPassword value={password} onValueChange={setPassword} />
      )}
      {pending && <p className="text-sm text-muted wrap-anywhere">{t('pending', { address: pending })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="quiet" pending={set.isPending}>
          {t('save')}
        </Button>
        {mailEnabled && current && !verified && !pending && (
          <Button
            tone="ghost"
            pending={set.isPending}
            onClick={() => void save(was, current).catch(() => undefined)}
          >
            {t('confirm')}
          </Button>
        )}
      </div>
      <ChangedMeanwhile
        error={set.error}
        own={{ email }}
        onOverwrite={(now) => save(currentText(now))}
        onKeep={(now) => {
          setWas(currentText(now));
          set.reset();
        }}
      />
    </form>
  );
}

function OwnPassword({ value, onValueChange }: { value: string; onValueChange: (value: string) => void }) {
  const t = useTranslations('settings.password');
  const hint = useTranslations('newPassword');
  return (
    <Field label={t('current')}>
      <PasswordField
        name="emailPassword"
        autoComplete="current-password"
        showLabel={hint('show')}
        capsLockHint={hint('capsLock')}
        value={value}
        onValueChange={onValueChange}
      />
    </Field>
  );
}

function problemOf(email: string, current: string, isPending: boolean): 'unchanged' | 'invalid' | undefined {
  if (!isEmailOrNone(email)) return 'invalid';
  return (emailIn(email) ?? '') === current && !isPending ? 'unchanged' : undefined;
}

function TestMail() {
  const t = useTranslations('settings.email');
  const send = useSend(mail.test);
  return (
    <div className="mt-6 flex max-w-md flex-col items-start gap-4">
      <Outcome sent={send} />
      <Button tone="quiet" pending={send.isPending} onClick={() => send.mutate({})}>
        {t('test')}
      </Button>
    </div>
  );
}
