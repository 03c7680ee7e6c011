import { pageTitle } from '@/components/app/words';
import { oversightInput, oversightSearch, shareOversightIn } from '@/components/oversight/oversight-view';
import { ShareOversight } from '@/components/oversight/share-oversight';
import { SeededPages } from '@/lib/client/seeded';
import { oversight } from '@/lib/contract/admin/oversight';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { overseeShares } from '@/lib/server/services/oversight/list-shares';

export const generateMetadata = pageTitle('oversight.title');

export default async function OversightPage({ searchParams }: PageProps<'/app/oversight'>) {
  const view = shareOversightIn(await searchParams);
  const ctx = await pageContext('admin', `${paths.overseenShares}${oversightSearch(view)}`);
  const input = oversightInput(view);
  const first = await overseeShares(ctx, oversight.shares.query.parse(input.query));
  return (
    <SeededPages call={oversight.shares} input={input} first={first}>
      <ShareOversight />
    </SeededPages>
  );
}
