import { useTranslations } from 'next-intl';
import type { AppConfig } from '@/lib/contract/info';
import { LoginForm } from './login-form';
import { ProviderLink } from './provider-link';
import { ProxyButton } from './proxy-button';

type WaysInProps = { config: AppConfig; target: string };

/** The form, then every other way in, as the operator has set them up. */
export function WaysIn({ config, target }: WaysInProps) {
  const { hideLoginForm, oauthConfig, proxyAuthEnabled } = config;
  const hasOthers = oauthConfig.length > 0 || proxyAuthEnabled;
  return (
    <>
      {!hideLoginForm && <LoginForm target={target} />}
      {!hideLoginForm && hasOthers && <Or />}
      {hasOthers && (
        // A long name goes on in a second line of its button.
        <ul className="flex flex-col gap-2.5 [&_:is(a,button)]:h-auto [&_:is(a,button)]:min-h-9 [&_:is(a,button)]:py-1.5 pointer-coarse:[&_:is(a,button)]:min-h-11">
          {oauthConfig.map((provider) => (
            <li key={provider.id} className="flex flex-col">
              <ProviderLink provider={provider} target={target} />
            </li>
          ))}
          {proxyAuthEnabled && (
            <li className="flex flex-col">
              <ProxyButton target={target} />
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function Or() {
  const t = useTranslations('login');
  return (
    <div className="my-5 flex items-center gap-3 text-xs text-muted">
      <span aria-hidden className="h-px flex-1 bg-line" />
      {t('or')}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  );
}
