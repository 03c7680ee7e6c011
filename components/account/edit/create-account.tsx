'use client';

import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { CopyButton } from '@/components/ui/copy-button';
import { Banner } from '@/components/ui/dialog/banner';
import { FocusedHeading } from '@/components/ui/result-panel';
import { CallError } from '@/lib/client/call/call';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { account } from '@/lib/contract/account/account';
import { paths } from '@/lib/paths';
import { AccountPage } from '../account-page';
import { emptyDraft, limitsOf, useAccountForm } from './account-draft';
import { AccountFields, type DefaultLimits } from './account-fields';

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

type CreatedAccountProps = NewCredentials & { onAnother: () => void };

function CreatedAccount({ login, password, message, onAnother }: CreatedAccountProps) {
  const t = useTranslations('account.form');
  return (
    <section className="rounded-card bg-raised p-5 shadow-card ring-1 ring-line">
      <FocusedHeading>{message}</FocusedHeading>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <dt className="text-muted">{t('login')}</dt>
        <dd className="font-mono break-all">{login}</dd>
        <dt className="text-muted">{t('password')}</dt>
        <dd>{t('passwordOnce')}</dd>
      </dl>
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        <Button tone="ghost" onClick={onAnother}>
          <PlusIcon aria-hidden />
          {t('another')}
        </Button>
        <ButtonLink tone="quiet" href={paths.accounts}>
          {t('toList')}
        </ButtonLink>
        <CopyButton
          text={password}
          label={t('copyPassword')}
          copiedLabel={t('copied')}
          failedLabel={t('copyFailed')}
        />
      </div>
    </section>
  );
}
