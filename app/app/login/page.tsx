import type { Route } from 'next';
import { redirect } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { getTranslations } from 'next-intl/server';
import { pageTitle } from '@/components/app/words';
import { AutomaticSignIn } from '@/components/auth/automatic-sign-in';
import { SignInOptions } from '@/components/auth/sign-in-options';
import { SignedIn } from '@/components/auth/signed-in';
import { OperatorText } from '@/components/nav/footer';
import { Masthead } from '@/components/nav/logo';
import { Banner } from '@/components/ui/dialog/banner';
import { FormColumn } from '@/components/ui/form-column';
import { Link } from '@/components/ui/link';
import type { AppConfig } from '@/lib/contract/info';
import { automaticSignIn, returnPath } from '@/lib/domain/account/sign-in';
import { initialPath, paths } from '@/lib/paths';
import { hasLeftAccount, optionalPageContext } from '@/lib/server/http/page';
import { appConfig } from '@/lib/server/services/info/app-config';
import { offersPasskeys } from '@/lib/server/services/passkey/challenge';

export const generateMetadata = pageTitle('login.title');

export default async function LoginPage({ searchParams }: PageProps<'/app/login'>) {
  const ctx = await optionalPageContext();
  const config = appConfig(ctx);
  const search = await searchParams;
  const target = returnPath(search.r) ?? initialPath(config.initialPage);
  // An external sign-in returns here and continues. `returnPath` allows only paths of this application.
  if (ctx.viewer && search.oauth && !search.error) redirect(target as Route);

  const t = await getTranslations('login');
  const problem = await problemOf(config, search);
  // Returning users are not sent to the provider again, nor those who have just deleted their account.
  const canKeep = ctx.config.SESSION_REMEMBER !== null;
  const hasPasskeys = offersPasskeys(ctx);
  const hasLeft = await hasLeftAccount(ctx);
  const way = search.oauth || hasLeft ? null : automaticSignIn(config);
  return (
    <FormColumn>
      <Masthead config={config} title={ctx.viewer ? config.appName : t('heading', { app: config.appName })}>
        {config.welcomeMessage && (
          <div className="text-sm text-muted text-pretty">
            <OperatorText text={config.welcomeMessage} />
          </div>
        )}
      </Masthead>
      <div className="flex flex-col rounded-card border border-line bg-raised p-6 shadow-card">
        <Notice problem={problem} hasLeft={hasLeft} />
        {ctx.viewer ? (
          <SignedIn login={ctx.viewer.login} target={target as Route} canChange={!automaticSignIn(config)} />
        ) : way ? (
          <AutomaticSignIn way={way} target={target} keep={canKeep} />
        ) : (
          <SignInOptions config={config} target={target} canKeep={canKeep} hasPasskeys={hasPasskeys} />
        )}
      </div>
      {!ctx.viewer && <LoginLinks config={config} hasForm={!way && !config.hideLoginForm} />}
    </FormColumn>
  );
}

async function Notice({ problem, hasLeft }: { problem: string | null; hasLeft: boolean }) {
  const t = await getTranslations('says.account');
  if (!problem && !hasLeft) return null;
  return (
    <div className="mb-5 flex flex-col gap-3">
      {problem && <Banner tone="error">{problem}</Banner>}
      {hasLeft && <Banner tone="info">{t('leaving')}</Banner>}
    </div>
  );
}

const look =
  'inline-flex min-h-6 items-center rounded-sm text-muted underline decoration-faint underline-offset-4 hover:text-ink hover:decoration-ink pointer-coarse:min-h-11';

type LoginLinksProps = { config: AppConfig; hasForm: boolean };

function LoginLinks({ config: { mailEnabled, signupMode }, hasForm }: LoginLinksProps) {
  const t = useTranslations('login');
  return (
    <div className="mt-5 flex flex-col items-center gap-2 text-center text-sm">
      {hasForm && !mailEnabled && <p className="text-muted">{t('askAdmin')}</p>}
      {hasForm && mailEnabled && (
        <Link href={paths.forgot} className={look}>
          {t('forgot')}
        </Link>
      )}
      {signupMode !== 'closed' && (
        <Link href={paths.register} className={look}>
          {t('signUp')}
        </Link>
      )}
    </div>
  );
}

const externalSignInErrors = [
  'auth.accountDisabled',
  'auth.externalSignupClosed',
  'auth.otherSource',
  'auth.notAdmitted',
  'auth.emailUnverified',
  'auth.providerAway',
  'auth.providerDeclined',
  'auth.providerMisconfigured',
  'auth.providerUnclear',
  'auth.providerStale',
  'server.unavailable',
] as const;

/** Explains why an external sign-in failed. The URL is untrusted, so only known codes are used. */
async function problemOf(
  { oauthConfig }: AppConfig,
  search: Record<string, string | string[] | undefined>,
): Promise<string | null> {
  if (!search.oauth) return null;
  const provider = oauthConfig.find(({ id }) => id === search.provider);
  const code = externalSignInErrors.find((known) => known === search.error);
  if (!code || !provider) return (await getTranslations('login'))('unfinished');
  return (await getTranslations('errors'))(code, { provider: provider.name });
}
