import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Device } from '@/components/device/device';
import { serverPaths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('device');
  return { title: t('title') };
}

export default async function DevicePage({ searchParams }: PageProps<'/app/device'>) {
  const { code } = await searchParams;
  const given = typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? code : '';
  await pageContext('user', serverPaths.device(given || undefined));
  return <Device given={given} />;
}
