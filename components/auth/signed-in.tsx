'use client';

import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Banner } from '@/components/ui/dialog/banner';
import { signOut } from '@/lib/client/session/sign-out';

type SignedInProps = {
  login: string;
  target: Route;
  /** False when signing out would lead to the same account again. */
  canChange: boolean;
};

export function SignedIn({ login, target, canChange }: SignedInProps) {
  const t = useTranslations('login');
  const nav = useTranslations('nav');
  const [signOutStep, setSignOutStep] = useState<'no' | 'now' | 'failed'>('no');
  const leave = async () => {
    setSignOutStep('now');
    if (!(await signOut())) setSignOutStep('failed');
  };
  return (
    <div className="flex flex-col gap-2.5">
      {signOutStep === 'failed' && <Banner tone="error">{nav('signOutFailed')}</Banner>}
      <p className="mb-2.5 text-center text-sm wrap-anywhere">{t('signedInAs', { login })}</p>
      <ButtonLink href={target}>{t('goOn')}</ButtonLink>
      {canChange && (
        <Button tone="quiet" pending={signOutStep === 'now'} onClick={leave}>
          {t('somebodyElse')}
        </Button>
      )}
    </div>
  );
}
