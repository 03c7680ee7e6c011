import { getTranslations } from 'next-intl/server';
import { pageTitle } from '@/components/app/words';
import { Masthead } from '@/components/nav/logo';
import { RegisterForm } from '@/components/register/register-form';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { FormColumn } from '@/components/ui/form-column';
import { paths } from '@/lib/paths';
import { optionalPageContext } from '@/lib/server/http/page';
import { appConfig } from '@/lib/server/services/info/app-config';

export const generateMetadata = pageTitle('register.title');

export default async function RegisterPage() {
  const config = appConfig(await optionalPageContext());
  const t = await getTranslations('register');
  if (config.signupMode === 'closed') {
    return (
      <Empty heading="h1" title={t('closed.title')} text={t('closed.text')}>
        <ButtonLink href={paths.login()}>{t('closed.signIn')}</ButtonLink>
      </Empty>
    );
  }
  return (
    <FormColumn>
      <Masthead config={config} title={t('heading', { app: config.appName })} />
      <div className="rounded-card border border-line bg-raised p-6 shadow-card">
        <RegisterForm />
      </div>
    </FormColumn>
  );
}
