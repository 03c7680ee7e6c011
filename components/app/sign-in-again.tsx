'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Confirm } from '@/components/ui/dialog/confirm';
import { askBeforeLogin } from '@/lib/client/session/leave';
import { watchTyping, wouldLose } from '@/lib/client/session/would-lose';
import { paths } from '@/lib/paths';

/** Keeps a page that has something to lose open when the session has ended: after a sign-in in another tab it goes on. */
export function SignInAgain() {
  const t = useTranslations('session.again');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const ask = () => {
      const isNeeded = wouldLose();
      if (isNeeded) setOpen(true);
      return isNeeded;
    };
    const stop = [watchTyping(), askBeforeLogin(ask)];
    return () => {
      for (const end of stop) end();
    };
  }, []);
  return (
    <Confirm
      tone="primary"
      open={isOpen}
      onOpenChange={setOpen}
      title={t('title')}
      text={t('text')}
      confirmLabel={t('signIn')}
      cancelLabel={t('later')}
      onConfirm={() => window.open(paths.login(), '_blank', 'noopener')}
    />
  );
}
