import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Home } from '@/components/home/home';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { searchShares } from '@/lib/server/services/share/search';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('home');
  return { title: t('title') };
}

export default async function HomePage() {
  const ctx = await pageContext('user', paths.home);
  const { items, total } = await searchShares(ctx, { q: '', page: 1, pageSize: 5 });
  return <Home login={ctx.viewer.login} recent={items} total={total} />;
}
