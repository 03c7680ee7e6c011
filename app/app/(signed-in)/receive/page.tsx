import { pageTitle } from '@/components/app/words';
import { Receive } from '@/components/receive/receive';
import { serverPaths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';

export const generateMetadata = pageTitle('receive.title');

const losses = ['full', 'broken', 'unable'] as const;

export default async function ReceivePage({ searchParams }: PageProps<'/app/receive'>) {
  const { lost } = await searchParams;
  const loss = losses.find((one) => one === lost) ?? null;
  await pageContext('user', loss ? `${serverPaths.receive}?lost=${loss}` : serverPaths.receive);
  return <Receive loss={loss} />;
}
