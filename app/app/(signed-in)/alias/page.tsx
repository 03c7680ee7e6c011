import { AliasList } from '@/components/alias/alias-list';
import { pageTitle } from '@/components/app/words';
import { aliasQuery } from '@/components/list/list-queries';
import { SeededPages } from '@/lib/client/seeded';
import { alias } from '@/lib/contract/alias/alias';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { searchAliases } from '@/lib/server/services/alias/search';

export const generateMetadata = pageTitle('alias.list.title');

export default async function AliasesPage({ searchParams }: PageProps<'/app/alias'>) {
  const { q } = alias.search.query
    .pick({ q: true })
    .catch({ q: '' })
    .parse(await searchParams);
  const ctx = await pageContext('user', q ? `${paths.aliases}?q=${encodeURIComponent(q)}` : paths.aliases);
  const input = aliasQuery(q);
  const first = await searchAliases(ctx, alias.search.query.parse(input.query));
  return (
    <SeededPages call={alias.search} input={input} first={first}>
      <AliasList />
    </SeededPages>
  );
}
