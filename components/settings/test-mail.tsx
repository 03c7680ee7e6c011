'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useSend } from '@/lib/client/call/use-call';
import { mail } from '@/lib/contract/mail';
import { Outcome } from './outcome';

/** For admins: whether mail works here at all, tried on themselves. */
export function TestMail() {
  const t = useTranslations('settings.email');
  const send = useSend(mail.test);
  return (
    <div className="mt-6 flex max-w-md flex-col items-start gap-4">
      <Outcome sent={send} />
      <Button tone="quiet" pending={send.isPending} onClick={() => send.mutate({})}>
        {t('test')}
      </Button>
    </div>
  );
}
