import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CreateAccount } from '@/components/account/edit/create-account';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { defaultLimits } from '@/lib/server/services/quota/usage';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('account.form');
  return { title: t('createTitle') };
}

export default async function NewAccountPage() {
  const ctx = await pageContext('admin', paths.newAccount);
  return <CreateAccount defaults={defaultLimits(ctx)} />;
}
