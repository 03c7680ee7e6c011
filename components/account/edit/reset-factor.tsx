'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useViewer } from '@/lib/client/session/session';
import { type AccountDetail, account } from '@/lib/contract/account/account';

/** For others who lost their phone. The own factor is turned off in the settings. */
export function ResetFactor({ detail: { id, login, secondFactor } }: { detail: AccountDetail }) {
  const t = useTranslations('account.factor');
  const failureText = useFailureText();
  const toast = useToast();
  const isOwn = useViewer()?.id === id;
  const { mutateAsync, error } = useSend(account.resetFactor, { reloads: [account.get] });
  if (!secondFactor || isOwn) return null;
  return (
    <Confirm
      trigger={<Button tone="ghost">{t('remove')}</Button>}
      title={t('title')}
      subject={login}
      text={t('text')}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={async () => toast((await mutateAsync({ params: { id } })).message)}
    />
  );
}
