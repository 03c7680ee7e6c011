'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Banner } from '@/components/ui/dialog/banner';
import { CallError } from '@/lib/client/call/call';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { account } from '@/lib/contract/account';
import { paths } from '@/lib/paths';
import { AccountPage } from '../account-page';
import { emptyDraft, limitsOf } from './account-draft';
import { AccountFields } from './account-fields';
import type { DefaultLimits } from './account-limits';
import { CreatedAccount } from './created-account';
import { useAccountForm } from './use-account-form';

type NewCredentials = { login: string; password: string; message: string };

export function CreateAccount({ defaults }: { defaults: DefaultLimits }) {
  const t = useTranslations('account.form');
  const [created, setCreated] = useState<NewCredentials | null>(null);
  return (
    <AccountPage title={t('createTitle')}>
      {created ? (
        <CreatedAccount {...created} onAnother={() => setCreated(null)} />
      ) : (
        <CreateForm defaults={defaults} onCreated={setCreated} />
      )}
    </AccountPage>
  );
}

type CreateFormProps = { defaults: DefaultLimits; onCreated: (created: NewCredentials) => void };

function CreateForm({ defaults, onCreated }: CreateFormProps) {
  const t = useTranslations('account.form');
  const failureText = useFailureText();
  const form = useAccountForm(emptyDraft, { isNew: true });
  const { draft } = form;
  const { login, email, password, state, admin } = draft;
  const { mutate, error, isPending, variables } = useSend(account.create, { reloads: [account.search] });
  const isTaken = error instanceof CallError && error.code === 'account.loginTaken';
  // The error only concerns the login that was sent.
  const loginError = isTaken && variables?.body.login === login ? failureText(error) : undefined;

  const send = () =>
    mutate(
      { body: { login, email: email.trim() || null, password, state, admin, ...limitsOf(draft) } },
      { onSuccess: ({ message }) => onCreated({ login: login.trim(), password, message }) },
    );
  return (
    <form noValidate onSubmit={form.onSubmit(send)}>
      <AccountFields form={form} source={null} defaults={defaults} loginError={loginError}>
        {error && !isTaken && <Banner tone="error">{failureText(error)}</Banner>}
        <div className="flex justify-end gap-2">
          <ButtonLink tone="ghost" href={paths.accounts}>
            {t('cancel')}
          </ButtonLink>
          <Button type="submit" pending={isPending}>
            {t('create')}
          </Button>
        </div>
      </AccountFields>
    </form>
  );
}
