import { AccountList } from '@/components/account/account-list';
import { accountSearchInput, accountViewSearch, parseAccountView } from '@/components/account/account-view';
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
  return (
    <Seeded call={account.search} input={input} answer={await searchAccounts(ctx, input.query)}>
      <AccountList />
    </Seeded>
  );
}
