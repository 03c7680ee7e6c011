import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Ending } from '@/components/ending/ending';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('ending');
  return { title: t('title') };
}

export default function EndingPage() {
  return <Ending />;
}
