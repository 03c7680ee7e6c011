'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { doctor } from '@/lib/contract/doctor';

/** Nothing is deleted until an admin confirms a clock that differs from the database's last time. */
export function ConfirmClock({ now }: { now: string }) {
  const t = useTranslations('doctor.confirmClock');
  const failureText = useFailureText();
  const { mutateAsync, error } = useSend(doctor.confirmClock, { reloads: [doctor.examine] });
  return (
    <Confirm
      trigger={<Button tone="quiet">{t('button')}</Button>}
      title={t('title', { now })}
      text={t('text')}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={() => mutateAsync({})}
    />
  );
}
