import { redirect } from 'next/navigation';
import { AccountList } from '@/components/account/account-list';
import {
  accountPages,
  accountSearchInput,
  accountViewSearch,
  parseAccountView,
} from '@/components/account/account-view';
import { pageTitle } from '@/components/app/words';
import { Seeded } from '@/lib/client/seeded';
import { account } from '@/lib/contract/account/account';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { searchAccounts } from '@/lib/server/services/account/search';

export const generateMetadata = pageTitle('account.list.title');

export default async function AccountsPage({ searchParams }: PageProps<'/app/account'>) {
  const view = parseAccountView(await searchParams);
  const ctx = await pageContext('admin', `${paths.accounts}${accountViewSearch(view)}`);
  const input = accountSearchInput(view);
  const answer = await searchAccounts(ctx, input.query);
  // Known here, a page that is no more doesn't show empty first.
  const pages = accountPages(answer.total);
  if (view.page > pages) redirect(`${paths.accounts}${accountViewSearch({ ...view, page: pages })}`);
  return (
    <Seeded call={account.search} input={input} answer={answer}>
      <AccountList />
    </Seeded>
  );
}
