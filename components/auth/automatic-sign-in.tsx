'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Button, ButtonAnchor } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Spinner } from '@/components/ui/spinner';
import { call } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { goOn } from '@/lib/client/session/leave';
import { auth } from '@/lib/contract/auth';
import type { AppConfig } from '@/lib/contract/info';
import { paths } from '@/lib/paths';

export type SignInProvider = AppConfig['oauthConfig'][number];

type AutomaticSignInProps = { way: { provider: SignInProvider } | 'proxy'; target: string; keep: boolean };

export function AutomaticSignIn({ way, target, keep }: AutomaticSignInProps) {
  return way === 'proxy' ? (
    <ProxySignIn target={target} keep={keep} />
  ) : (
    <ProviderSignIn provider={way.provider} target={target} keep={keep} />
  );
}

type SignInTarget = { target: string; keep: boolean };

function ProviderSignIn({
  provider: { id, name },
  target,
  keep,
}: { provider: SignInProvider } & SignInTarget) {
  const t = useTranslations('login');
  const address = paths.provider(id, target, keep);
  useEffect(() => location.replace(address), [address]);
  return (
    <>
      <SigningIn>{t('goingTo', { name })}</SigningIn>
      <ButtonAnchor tone="quiet" href={address}>
        {t('goNow')}
      </ButtonAnchor>
    </>
  );
}

function ProxySignIn({ target, keep }: SignInTarget) {
  const t = useTranslations('login');
  const { pending, problem, signIn } = useProxySignIn(target, keep);
  const begin = useEffectEvent(signIn);
  useEffect(() => {
    void begin();
  }, []);
  if (!problem) return <SigningIn>{t('entering')}</SigningIn>;
  return (
    <>
      <Banner tone="error">{problem}</Banner>
      <Button pending={pending} onClick={signIn}>
        {t('retry')}
      </Button>
    </>
  );
}

function SigningIn({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center justify-center gap-2.5 text-sm text-muted">
      <Spinner />
      {children}
    </p>
  );
}

/** Signs in as the user whom the proxy names, then reloads the page as `useSignIn` does. */
export function useProxySignIn(target: string, keep: boolean) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const failureText = useFailureText();

  const signIn = async () => {
    setPending(true);
    setProblem(null);
    try {
      await call(auth.proxy, { body: { keepSignedIn: keep } });
      goOn(target);
    } catch (error) {
      setProblem(failureText(error));
      setPending(false);
    }
  };
  return { pending, problem, signIn };
}
