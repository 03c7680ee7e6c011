import { useTranslations } from 'next-intl';
import { AliasForm } from '@/components/alias/alias-form';
import { pageTitle } from '@/components/app/words';
import { PageHeader } from '@/components/ui/page-header';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';

export const generateMetadata = pageTitle('alias.new.title');

export default async function NewAliasPage() {
  await pageContext('user', paths.newAlias);
  return <NewAlias />;
}

function NewAlias() {
  const t = useTranslations('alias.new');
  return (
    <div className="mx-auto w-full max-w-xl">
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className="rounded-card bg-raised p-5 shadow-card ring-1 ring-line sm:p-6">
        <AliasForm />
      </div>
    </div>
  );
}
