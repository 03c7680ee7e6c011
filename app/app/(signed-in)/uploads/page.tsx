import { redirect } from 'next/navigation';
import { pageTitle } from '@/components/app/words';
import { shareQuery, shareViewIn } from '@/components/list/list-queries';
import { ShareList } from '@/components/share/list/share-list';
import { SeededPages } from '@/lib/client/seeded';
import { share } from '@/lib/contract/share/share';
import { isIdent } from '@/lib/domain/ident';
import { listViewSearch } from '@/lib/domain/list-view';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { searchShares } from '@/lib/server/services/share/search';

export const generateMetadata = pageTitle('share.list.title');

export default async function SharesPage({ searchParams }: PageProps<'/app/uploads'>) {
  const given = await searchParams;
  // Older URLs of what came in.
  if (given.state === 'received') redirect(paths.received);
  if (typeof given.alias === 'string' && isIdent(given.alias)) redirect(paths.deliveries(given.alias));
  const view = shareViewIn(given);
  const ctx = await pageContext('user', `${paths.shares}${listViewSearch(view)}`);
  const input = shareQuery(view);
  const first = await searchShares(ctx, share.search.query.parse(input.query));
  return (
    <SeededPages call={share.search} input={input} first={first}>
      <ShareList nowMs={ctx.now.getTime()} />
    </SeededPages>
  );
}
