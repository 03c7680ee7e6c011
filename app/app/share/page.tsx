import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CreateShare } from '@/components/create/create-share';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('create');
  return { title: t('title') };
}

export default async function CreateSharePage() {
  await pageContext('user', paths.newShare);
  return <CreateShare />;
}
