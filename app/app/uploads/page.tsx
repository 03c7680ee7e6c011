import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ShareList } from '@/components/share/share-list';
import { Seeded } from '@/lib/client/seeded';
import { share } from '@/lib/contract/share';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { searchShares } from '@/lib/server/services/share/search';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('share.list'))('title') };
}

export default async function SharesPage({ searchParams }: PageProps<'/app/uploads'>) {
  const ctx = await pageContext('user', paths.shares);
  const words = share.search.query.shape.q.catch('').parse((await searchParams).q ?? '');
  const answer = await searchShares(ctx, { q: words, page: 1, pageSize: 100 });

  return (
    <Seeded call={share.search} input={{ query: { q: words } }} answer={answer}>
      <ShareList />
    </Seeded>
  );
}
