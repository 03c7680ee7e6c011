import { pageTitle } from '@/components/app/words';
import { AliasOversight } from '@/components/oversight/alias-oversight';
import { aliasOversightIn, oversightInput, oversightSearch } from '@/components/oversight/oversight-view';
import { SeededPages } from '@/lib/client/seeded';
import { oversight } from '@/lib/contract/admin/oversight';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { overseeAliases } from '@/lib/server/services/oversight/list-aliases';

export const generateMetadata = pageTitle('oversight.kinds.aliases');

export default async function InboxesPage({ searchParams }: PageProps<'/app/oversight/inboxes'>) {
  const view = aliasOversightIn(await searchParams);
  const ctx = await pageContext('admin', `${paths.overseenAliases}${oversightSearch(view)}`);
  const input = oversightInput(view);
  const first = await overseeAliases(ctx, oversight.aliases.query.parse(input.query));
  return (
    <SeededPages call={oversight.aliases} input={input} first={first}>
      <AliasOversight hasScan={ctx.config.CLAMD !== undefined} />
    </SeededPages>
  );
}
