'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { PasswordField } from '@/components/ui/form/password-field';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { signup } from '@/lib/contract/signup';
import { InviteResult } from './invite-result';

export function InviteForm() {
  const t = useTranslations('invite');
  const failureText = useFailureText();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = useSend(signup.newInvite, { reloads: [signup.invites] });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    send.reset();
    if (password !== '' && !send.isPending) send.mutate({ body: { password } });
  };
  const reset = () => {
    setPassword('');
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
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone={send.data?.key ? 'quiet' : 'primary'} pending={send.isPending}>
            {t('submit')}
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
    </>
  );
}
