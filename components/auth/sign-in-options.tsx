'use client';

import { KeyRoundIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { AfterLoad } from '@/components/app/after-load';
import { ButtonAnchor } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form/checkbox';
import type { AppConfig } from '@/lib/contract/info';
import { paths } from '@/lib/paths';
import type { SignInProvider } from './automatic-sign-in';
import { LoginForm } from './login-form';

// Most people never see it, so it isn't loaded with the page.
const SecondStep = dynamic(() => import('./second-step').then((part) => part.SecondStep), { ssr: false });
const Unconfirmed = dynamic(() => import('./unconfirmed').then((part) => part.Unconfirmed), { ssr: false });
const ProxyButton = dynamic(() => import('./proxy-button').then((part) => part.ProxyButton));
const loadPasskeys = () => import('./passkey-sign-in').then((part) => part.PasskeySignIn);
const PasskeySignIn = dynamic(loadPasskeys, { ssr: false });

type SignInOptionsProps = {
  config: Pick<AppConfig, 'hideLoginForm' | 'oauthConfig' | 'proxyAuthEnabled'>;
  /** A path of this application, checked by `returnPath`. */
  target: string;
  canKeep: boolean;
  hasPasskeys: boolean;
};

export function SignInOptions({ config, target, canKeep, hasPasskeys }: SignInOptionsProps) {
  const { hideLoginForm, oauthConfig, proxyAuthEnabled } = config;
  const [keep, setKeep] = useState(canKeep);
  const [challenge, setChallenge] = useState<string | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const hasOthers = oauthConfig.length > 0 || proxyAuthEnabled;
  const passkeys = hasPasskeys && (
    <div className="mt-2.5 min-h-9 pointer-coarse:min-h-11">
      <AfterLoad load={loadPasskeys}>
        <PasskeySignIn target={target} keep={keep} />
      </AfterLoad>
    </div>
  );
  const box = canKeep && <KeepCheckbox onChange={setKeep} />;
  if (challenge !== null) {
    const startAgain = (reason: string | null) => {
      setProblem(reason);
      setChallenge(null);
    };
    if (unconfirmed) return <Unconfirmed challenge={challenge} words={unconfirmed} onBack={startAgain} />;
    return (
      <SecondStep challenge={challenge} target={target} onBack={startAgain}>
        {passkeys}
      </SecondStep>
    );
  }
  return (
    <>
      {!hideLoginForm && (
        <LoginForm
          target={target}
          keep={keep}
          problem={problem}
          onChallenge={(next, words) => {
            setUnconfirmed(words);
            setChallenge(next);
          }}
        >
          {box}
        </LoginForm>
      )}
      {!hideLoginForm && passkeys}
      {!hideLoginForm && hasOthers && <OrDivider />}
      {hasOthers && (
        // Long names wrap inside their button.
        <ul className="flex flex-col gap-2.5 [&_:is(a,button)]:h-auto [&_:is(a,button)]:min-h-9 [&_:is(a,button)]:py-1.5 pointer-coarse:[&_:is(a,button)]:min-h-11">
          {oauthConfig.map((provider) => (
            <li key={provider.id} className="flex flex-col">
              <ProviderLink provider={provider} target={target} keep={keep} />
            </li>
          ))}
          {proxyAuthEnabled && (
            <li className="flex flex-col">
              <ProxyButton target={target} keep={keep} />
            </li>
          )}
        </ul>
      )}
      {hideLoginForm && <div className="mt-4">{box}</div>}
    </>
  );
}

function KeepCheckbox({ onChange }: { onChange: (keep: boolean) => void }) {
  const t = useTranslations('login');
  const box = useRef<HTMLInputElement>(null);
  // It may have been changed before hydration.
  useEffect(() => {
    if (box.current) onChange(box.current.checked);
  }, [onChange]);
  return (
    <Checkbox
      ref={box}
      label={t('keep')}
      defaultChecked
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

function OrDivider() {
  const t = useTranslations('login');
  return (
    <div className="my-5 flex items-center gap-3 text-xs text-muted">
      <span aria-hidden className="h-px flex-1 bg-line" />
      {t('or')}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  );
}

type ProviderLinkProps = { provider: SignInProvider; target: string; keep: boolean };

function ProviderLink({ provider: { id, name, icon }, target, keep }: ProviderLinkProps) {
  const t = useTranslations('login');
  return (
    <ButtonAnchor tone="quiet" href={paths.provider(id, target, keep)}>
      {icon ? <Icon src={icon} /> : <KeyRoundIcon aria-hidden />}
      <span className="text-left whitespace-normal wrap-anywhere">{t('with', { name })}</span>
    </ButtonAnchor>
  );
}

function Icon({ src }: { src: string }) {
  // biome-ignore lint/performance/noImgElement: the operator's picture is shown as it is
  return <img src={src} alt="" className="size-4 shrink-0 object-contain" />;
}
