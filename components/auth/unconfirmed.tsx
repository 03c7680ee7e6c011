'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { signup } from '@/lib/contract/signup';

type UnconfirmedProps = {
  challenge: string;
  /** Why the sign-in waits. */
  words: string;
  onBack: (reason: string | null) => void;
};

/** Shown for the right password of a new account whose address is not confirmed. */
export function Unconfirmed({ challenge, words, onBack }: UnconfirmedProps) {
  const t = useTranslations('login');
  const failureText = useFailureText();
  const { mutate, data, error, isPending, submittedAt } = useSend(signup.again);
  return (
    <div className="flex flex-col gap-4">
      <Banner key={submittedAt} tone={error ? 'error' : data ? 'success' : 'info'}>
        {error ? failureText(error) : (data?.message ?? words)}
      </Banner>
      <Button pending={isPending} onClick={() => mutate({ body: { challenge } })}>
        {t('sendAgain')}
      </Button>
      <Button tone="ghost" onClick={() => onBack(null)}>
        {t('second.back')}
      </Button>
    </div>
  );
}
