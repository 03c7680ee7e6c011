'use client';

import { Trash2Icon } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { leaveToLogin } from '@/lib/client/session/leave';
import { useViewer } from '@/lib/client/session/session';
import { type AccountDetail, account } from '@/lib/contract/account';
import { paths } from '@/lib/paths';

export function DeleteAccount({ detail }: { detail: AccountDetail }) {
  const t = useTranslations('account.delete');
  const failureText = useFailureText();
  const router = useRouter();
  const toast = useToast();
  const isOwn = useViewer()?.id === detail.id;
  // The account itself is not asked for again: it is gone.
  const { mutateAsync, error } = useSend(account.remove, { reloads: [account.search] });
  const { login, shares, aliases } = detail;
  const isEmpty = shares === 0 && aliases === 0;

  return (
    <Confirm
      trigger={
        <Button tone="ghost">
          <Trash2Icon aria-hidden />
          {t('account')}
        </Button>
      }
      title={t('title', { login })}
      text={
        <>
          {isEmpty ? t('nothing') : t('with', { shares, aliases })}
          {isOwn && ` ${t('own')}`}
        </>
      }
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={async () => {
        const { message } = await mutateAsync({ params: { id: detail.id } });
        if (isOwn) return leaveToLogin();
        toast(message);
        router.push(paths.accounts);
      }}
    />
  );
}
