'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { leaveToLogin } from '@/lib/client/session/leave';
import { useViewer } from '@/lib/client/session/session';
import { type AccountDetail, account } from '@/lib/contract/account';
import { type AccountDraft, draftOf, limitsOf } from './account-draft';
import { AccountFields } from './account-fields';
import type { DefaultLimits } from './account-limits';
import { useAccountForm } from './use-account-form';

type ModifyFormProps = { detail: AccountDetail; defaults: DefaultLimits };

export function ModifyForm({ detail, defaults }: ModifyFormProps) {
  const t = useTranslations('account.form');
  const failureText = useFailureText();
  const toast = useToast();
  const form = useAccountForm(draftOf(detail), { isNew: false });
  const { email, password, state, admin } = form.draft;
  const { mutateAsync, error, isPending, reset } = useSend(account.modify, {
    reloads: [account.get, account.search],
  });
  const isOwn = useViewer()?.id === detail.id;
  const loss = isOwn ? lossOf(detail, form.draft) : null;
  const [isAsking, setIsAsking] = useState(false);

  const body = {
    email: email.trim() || null,
    password: password || null,
    state,
    admin,
    ...limitsOf(form.draft),
  };
  async function save() {
    const { message } = await mutateAsync({ params: { id: detail.id }, body });
    // The server has ended the session, so nothing of this page would work any more.
    if (loss) return leaveToLogin();
    form.change({ password: '' });
    toast(message);
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(() => (loss ? setIsAsking(true) : void save().catch(() => undefined)))}
    >
      <AccountFields form={form} source={detail.source} defaults={defaults}>
        {error && !isAsking && <Banner tone="error">{failureText(error)}</Banner>}
        <div className="flex justify-end">
          <Button type="submit" pending={isPending}>
            {t('save')}
          </Button>
        </div>
      </AccountFields>
      {loss && (
        <Confirm
          open={isAsking}
          onOpenChange={(open) => {
            setIsAsking(open);
            reset();
          }}
          title={t(`${loss}.title`)}
          text={t(`${loss}.text`)}
          confirmLabel={t(`${loss}.yes`)}
          cancelLabel={t('no')}
          error={error && failureText(error)}
          onConfirm={save}
        />
      )}
    </form>
  );
}

/** What an admin would lose with a change of their own account. */
function lossOf(before: AccountDetail, { state, admin }: AccountDraft): 'disable' | 'demote' | null {
  if (state === 'Disabled') return 'disable';
  return before.admin && !admin ? 'demote' : null;
}
