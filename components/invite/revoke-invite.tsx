'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { signup } from '@/lib/contract/signup';

export function RevokeInvite({ id, keyText }: { id: string; keyText: string }) {
  const t = useTranslations('invite.open');
  const failureText = useFailureText();
  const { mutateAsync, error } = useSend(signup.revokeInvite, { reloads: [signup.invites] });
  return (
    <Confirm
      trigger={
        <Button tone="quiet" aria-label={t('revokeNamed', { key: keyText })}>
          {t('revoke')}
        </Button>
      }
      title={t('revokeTitle')}
      text={t('revokeText', { key: keyText })}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={() => mutateAsync({ params: { id } })}
    />
  );
}
