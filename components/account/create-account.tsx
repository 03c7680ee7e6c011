'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Banner } from '@/components/ui/dialog/banner';
import { useToast } from '@/components/ui/dialog/toast';
import { CallError } from '@/lib/client/call/call';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { account } from '@/lib/contract/account';
import { paths } from '@/lib/paths';
import { emptyDraft, limitsOf } from './account-draft';
import { AccountFields } from './account-fields';
import type { DefaultLimits } from './account-limits';
import { AccountPage } from './account-page';
import { startView, viewSearch } from './account-view';
import { useAccountForm } from './use-account-form';

/** An account whose password is kept here. It ends in the list, where the new account is seen. */
export function CreateAccount({ defaults }: { defaults: DefaultLimits }) {
  const t = useTranslations('account.form');
  const router = useRouter();
  const toast = useToast();
  const failureText = useFailureText();
  const form = useAccountForm(emptyDraft, { isNew: true });
  const { draft } = form;
  const { login, email, password, state, admin } = draft;
  const { mutate, error, isPending, variables } = useSend(account.create, { reloads: [account.search] });
  const isTaken = error instanceof CallError && error.code === 'account.loginTaken';
  // A login that was taken says nothing about the next one.
  const loginError = isTaken && variables?.body.login === login ? failureText(error) : undefined;

  const send = () =>
    mutate(
      { body: { login, email: email.trim() || null, password, state, admin, ...limitsOf(draft) } },
      {
        onSuccess: ({ message }) => {
          toast(message);
          router.push(`${paths.accounts}${viewSearch({ ...startView, q: login.trim() })}`);
        },
      },
    );
  return (
    <AccountPage title={t('createTitle')}>
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
    </AccountPage>
  );
}
