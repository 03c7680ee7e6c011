'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useTransition } from 'react';
import { PasswordGate } from '@/components/open/password-gate';
import { call } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { unlock } from '@/lib/contract/alias/unlock';
import { headerNames } from '@/lib/contract/http/names';

export function InboxGateForm({ aliasId }: { aliasId: string }) {
  const t = useTranslations('inbox.state.locked');
  const router = useRouter();
  const failureText = useFailureText();
  const tFailure = useTranslations('app.failure');
  const [isComing, startComing] = useTransition();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (password: string) =>
      call(
        unlock,
        {},
        { headers: { [headerNames.alias]: aliasId, [headerNames.password]: encodeURIComponent(password) } },
      ),
    onSuccess: () => startComing(() => router.refresh()),
  });
  // The right password leads back here if its cookie wasn't kept.
  const lacksCookie = isSuccess && !isComing;
  return (
    <PasswordGate
      title={t('title')}
      sender={null}
      viewsLeft={null}
      onUnlock={mutate}
      isPending={isPending || isComing}
      error={error ? failureText(error) : lacksCookie ? tFailure('cookies') : undefined}
    />
  );
}
