'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button, ButtonAnchor } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { paths } from '@/lib/paths';
import type { Provider } from './provider-link';
import { useProxySignIn } from './use-proxy-sign-in';

type AutomaticSignInProps = { way: { provider: Provider } | 'proxy'; target: string };

/** Where there is only one way in, nobody has to choose it. */
export function AutomaticSignIn({ way, target }: AutomaticSignInProps) {
  return way === 'proxy' ? (
    <ThroughProxy target={target} />
  ) : (
    <ToProvider provider={way.provider} target={target} />
  );
}

function ToProvider({ provider: { id, name }, target }: { provider: Provider; target: string }) {
  const t = useTranslations('login');
  const address = paths.provider(id, target);
  useEffect(() => location.replace(address), [address]);
  return (
    <>
      <Waiting>{t('goingTo', { name })}</Waiting>
      <ButtonAnchor tone="quiet" href={address}>
        {t('goNow')}
      </ButtonAnchor>
    </>
  );
}

function ThroughProxy({ target }: { target: string }) {
  const t = useTranslations('login');
  const { pending, problem, signIn } = useProxySignIn(target);
  const begin = useEffectEvent(signIn);
  useEffect(() => {
    void begin();
  }, []);
  if (!problem) return <Waiting>{t('entering')}</Waiting>;
  return (
    <>
      <Banner tone="error">{problem}</Banner>
      <Button pending={pending} onClick={signIn}>
        {t('retry')}
      </Button>
    </>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center justify-center gap-2.5 text-sm text-muted">
      <Spinner />
      {children}
    </p>
  );
}
