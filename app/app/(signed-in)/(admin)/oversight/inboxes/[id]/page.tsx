import { notFound } from 'next/navigation';
import { pageTitle } from '@/components/app/words';
import { OverseenAliasPage } from '@/components/oversight/overseen-alias';
import { overseenInput } from '@/components/oversight/oversight-view';
import { adminPaths } from '@/lib/admin-paths';
import { Seeded } from '@/lib/client/seeded';
import { oversight } from '@/lib/contract/admin/oversight';
import { pageContext, pageId } from '@/lib/server/http/page';
import { overseeAliases } from '@/lib/server/services/oversight/list-aliases';

export const generateMetadata = pageTitle('oversight.kinds.aliases');

export default async function Page({ params }: PageProps<'/app/oversight/inboxes/[id]'>) {
  const id = await pageId(params);
  const ctx = await pageContext('admin', adminPaths.overseenAlias(id));
  const input = overseenInput(id);
  const answer = await overseeAliases(ctx, oversight.aliases.query.parse(input.query));
  if (answer.total === 0) notFound();
  return (
    <Seeded call={oversight.aliases} input={input} answer={answer}>
      <OverseenAliasPage id={id} />
    </Seeded>
  );
}
