import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ForgotForm } from '@/components/mail-link/forgot-form';
import { Masthead } from '@/components/nav/logo';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { FormColumn } from '@/components/ui/form-column';
import { paths } from '@/lib/paths';
import { optionalPageContext } from '@/lib/server/http/page';
import { appConfig } from '@/lib/server/services/info/app-config';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('mailLink.forgot');
  return { title: t('title') };
}

export default async function ForgotPage() {
  const config = appConfig(await optionalPageContext());
  const t = await getTranslations('mailLink.forgot');
  if (!config.mailEnabled) {
    return (
      <Empty heading="h1" title={t('title')} text={t('askAdmin')}>
        <ButtonLink href={paths.login()}>{t('toLogin')}</ButtonLink>
      </Empty>
    );
  }
  return (
    <FormColumn>
      <Masthead config={config} title={t('title')} />
      <div className="rounded-card border border-line bg-raised p-6 shadow-card">
        <ForgotForm />
      </div>
    </FormColumn>
  );
}
