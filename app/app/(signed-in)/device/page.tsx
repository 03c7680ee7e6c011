import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Device } from '@/components/device/device';
import { formatDeviceCode, readDeviceCode } from '@/lib/domain/pasted/codes';
import { serverPaths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('device');
  return { title: t('title') };
}

export default async function DevicePage({ searchParams }: PageProps<'/app/device'>) {
  const { code } = await searchParams;
  const letters = typeof code === 'string' ? readDeviceCode(code) : null;
  const given = letters === null ? '' : formatDeviceCode(letters);
  await pageContext('user', serverPaths.device(given || undefined));
  return <Device given={given} />;
}
