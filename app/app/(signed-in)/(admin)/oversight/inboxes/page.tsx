import { pageTitle } from '@/components/app/words';
import { AliasOversight } from '@/components/oversight/alias-oversight';
import { aliasOversightIn, oversightInput, oversightSearch } from '@/components/oversight/oversight-view';
import { adminPaths } from '@/lib/admin-paths';
import { SeededPages } from '@/lib/client/seeded';
import { oversight } from '@/lib/contract/admin/oversight';
import { pageContext } from '@/lib/server/http/page';
import { overseeAliases } from '@/lib/server/services/oversight/list-aliases';

export const generateMetadata = pageTitle('oversight.kinds.aliases');

export default async function InboxesPage({ searchParams }: PageProps<'/app/oversight/inboxes'>) {
  const view = aliasOversightIn(await searchParams);
  const ctx = await pageContext('admin', `${adminPaths.overseenAliases}${oversightSearch(view)}`);
  const input = oversightInput(view);
  const first = await overseeAliases(ctx, oversight.aliases.query.parse(input.query));
  return (
    <SeededPages call={oversight.aliases} input={input} first={first}>
      <AliasOversight />
    </SeededPages>
  );
}
