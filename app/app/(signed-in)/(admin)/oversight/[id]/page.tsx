import { notFound } from 'next/navigation';
import { pageTitle } from '@/components/app/words';
import { OverseenSharePage } from '@/components/oversight/overseen-share';
import { overseenInput } from '@/components/oversight/oversight-view';
import { adminPaths } from '@/lib/admin-paths';
import { Seeded } from '@/lib/client/seeded';
import { oversight } from '@/lib/contract/admin/oversight';
import { pageContext, pageId } from '@/lib/server/http/page';
import { overseeShares } from '@/lib/server/services/oversight/list-shares';

export const generateMetadata = pageTitle('oversight.kinds.shares');

export default async function Page({ params }: PageProps<'/app/oversight/[id]'>) {
  const id = await pageId(params);
  const ctx = await pageContext('admin', adminPaths.overseenShare(id));
  const input = overseenInput(id);
  const answer = await overseeShares(ctx, oversight.shares.query.parse(input.query));
  if (answer.total === 0) notFound();
  return (
    <Seeded call={oversight.shares} input={input} answer={answer}>
      <OverseenSharePage id={id} />
    </Seeded>
  );
}
