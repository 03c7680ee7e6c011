import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Receive } from '@/components/receive/receive';
import { serverPaths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('receive');
  return { title: t('title') };
}

const losses = ['full', 'broken', 'unable'] as const;

export default async function ReceivePage({ searchParams }: PageProps<'/app/receive'>) {
  const { lost } = await searchParams;
  const loss = losses.find((one) => one === lost) ?? null;
  await pageContext('user', loss ? `${serverPaths.receive}?lost=${loss}` : serverPaths.receive);
  return <Receive loss={loss} />;
}
