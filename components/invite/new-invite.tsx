'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PasswordField } from '@/components/ui/form/password-field';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { ResultPanel } from '@/components/ui/result-panel';
import { adminPaths } from '@/lib/admin-paths';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { signup } from '@/lib/contract/signup';
import { paths } from '@/lib/paths';
import { OpenInvites } from './open-invites';

export function NewInvite() {
  const t = useTranslations('invite');
  const takesInvites = useAppConfig().signupMode === 'invite';
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col">
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className="flex flex-col gap-6">
        <Banner tone="info">
          {takesInvites
            ? t('info')
            : t.rich('off', {
                link: (text) => (
                  <Link href={adminPaths.serverRoom('signin')} className="underline underline-offset-4">
                    {text}
                  </Link>
                ),
              })}
        </Banner>
        {takesInvites && <InviteForm />}
      </div>
      <OpenInvites />
    </div>
  );
}

function InviteForm() {
  const t = useTranslations('invite');
  const failureText = useFailureText();
  const { mailEnabled } = useAppConfig();
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = useSend(signup.newInvite, { reloads: [signup.invites] });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    send.reset();
    if (password !== '' && !send.isPending)
      send.mutate({ body: { password, email } }, { onSuccess: () => setEmail('') });
  };
  const reset = () => {
    setPassword('');
    setEmail('');
    setMissing(false);
    send.reset();
  };
  return (
    <>
      <form method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
        <Field label={t('password')} error={isMissing && t('needed')}>
          <PasswordField
            name="password"
            autoComplete="off"
            showLabel={t('show')}
            value={password}
            onValueChange={(next) => {
              setPassword(next);
              setMissing(false);
            }}
          />
        </Field>
        {mailEnabled && (
          <Field label={t('email')} hint={t('emailHint')}>
            <Input
              type="text"
              inputMode="email"
              name="email"
              autoComplete="off"
              value={email}
              onValueChange={setEmail}
            />
          </Field>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone={send.data?.key ? 'quiet' : 'primary'} pending={send.isPending}>
            {t(email.trim() === '' ? 'submit' : 'send')}
          </Button>
          <Button tone="ghost" onClick={reset}>
            {t('reset')}
          </Button>
        </div>
      </form>
      {send.error && (
        <Banner key={send.submittedAt} tone="error">
          <strong className="font-semibold">{t('error')}</strong>
          <br />
          {failureText(send.error)}
        </Banner>
      )}
      {send.data?.key && <InviteResult inviteKey={send.data.key} />}
      {send.data?.key === null && <Banner tone="success">{send.data.message}</Banner>}
    </>
  );
}

function InviteResult({ inviteKey }: { inviteKey: string }) {
  const t = useTranslations('invite');
  const { baseUrl } = useAppConfig();
  const link = `${baseUrl}${paths.registerWith(inviteKey)}`;
  const copyLabels = { copiedLabel: t('copied'), failedLabel: t('copyFailed') };
  return (
    <ResultPanel level="h2" title={t('result.title')}>
      <p className="mt-1 text-sm text-muted">{t('result.once')}</p>
      <div className="mt-4 flex flex-col gap-4">
        <CopyRow label={t('result.link')} text={link}>
          <CopyButton text={link} label={t('copyLink')} {...copyLabels} />
        </CopyRow>
        <CopyRow label={t('result.key')} text={inviteKey}>
          <CopyButton text={inviteKey} tone="quiet" label={t('copyKey')} {...copyLabels} />
        </CopyRow>
      </div>
    </ResultPanel>
  );
}

function CopyRow({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-xs text-muted">{label}</p>
        <p className="mt-0.5 font-mono text-sm break-all">{text}</p>
      </div>
      {children}
    </div>
  );
}
