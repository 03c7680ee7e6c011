'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Checkbox } from '@/components/ui/form/checkbox';
import type { AppConfig } from '@/lib/contract/info';
import { LoginForm } from './login-form';
import { ProviderLink } from './provider-link';
import { ProxyButton } from './proxy-button';

type SignInOptionsProps = {
  config: Pick<AppConfig, 'hideLoginForm' | 'oauthConfig' | 'proxyAuthEnabled'>;
  /** A path of this application, checked by `returnPath`. */
  target: string;
  canKeep: boolean;
};

export function SignInOptions({ config, target, canKeep }: SignInOptionsProps) {
  const { hideLoginForm, oauthConfig, proxyAuthEnabled } = config;
  const [keep, setKeep] = useState(canKeep);
  const hasOthers = oauthConfig.length > 0 || proxyAuthEnabled;
  const box = canKeep && <KeepCheckbox onChange={setKeep} />;
  return (
    <>
      {!hideLoginForm && (
        <LoginForm target={target} keep={keep}>
          {box}
        </LoginForm>
      )}
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
