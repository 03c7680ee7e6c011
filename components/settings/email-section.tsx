'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { ChangedMeanwhile, currentText } from '@/components/app/changed-meanwhile';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useViewer } from '@/lib/client/session/session';
import { mail } from '@/lib/contract/mail';
import { settings } from '@/lib/contract/settings';
import { isEmailOrNone } from '@/lib/domain/mail/email';
import { Outcome, SettingsSection } from './settings-section';

export function EmailSection() {
  const t = useTranslations('settings.email');
  const failureText = useFailureText();
  const viewer = useViewer();
  const { mailEnabled } = useAppConfig();
  const { data, error } = useCall(settings.getEmail, {});
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      {data && <EmailForm current={data.email ?? ''} />}
      {data?.email && viewer?.admin && mailEnabled && <TestMail />}
      {!data && error && <Banner tone="error">{t('loadFailed', { reason: failureText(error) })}</Banner>}
    </SettingsSection>
  );
}

/** Saving an empty field removes the address. */
function EmailForm({ current }: { current: string }) {
  const t = useTranslations('settings.email');
  const [email, setEmail] = useState(current);
  const [was, setWas] = useState<string | null>(current || null);
  const [problem, setProblem] = useState<'unchanged' | 'invalid'>();
  const reload = { reloads: [settings.getEmail] };
  const set = useSend(settings.setEmail, reload);
  const clear = useSend(settings.clearEmail, reload);
  const last = clear.submittedAt > set.submittedAt ? clear : set;

  const forget = () => {
    set.reset();
    clear.reset();
  };
  const save = async (read: string | null) => {
    const next = email.trim();
    if (next === '') await clear.mutateAsync({ query: { was: read ?? '' } });
    else await set.mutateAsync({ body: { email, was: read } });
    setWas(next || null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(email, was ?? '');
    setProblem(found);
    forget();
    if (!found) void save(was).catch(() => undefined);
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      <Outcome sent={last} />
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
      <div>
        <Button type="submit" tone="quiet" pending={last.isPending}>
          {t('save')}
        </Button>
      </div>
      <ChangedMeanwhile
        error={last.error}
        own={{ email }}
        onOverwrite={(now) => save(currentText(now))}
        onKeep={(now) => {
          setWas(currentText(now));
          forget();
        }}
      />
    </form>
  );
}

function problemOf(email: string, current: string): 'unchanged' | 'invalid' | undefined {
  if (!isEmailOrNone(email)) return 'invalid';
  return email.trim() === current ? 'unchanged' : undefined;
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
