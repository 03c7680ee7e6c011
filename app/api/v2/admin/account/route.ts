import { account } from '@/lib/contract/account/account';
import { route } from '@/lib/server/http/route';
import { createAccount } from '@/lib/server/services/account/create';
import { searchAccounts } from '@/lib/server/services/account/search';

export const GET = route(account.search, ({ ctx, query }) => searchAccounts(ctx, query));

export const POST = route(account.create, ({ ctx, body }) => createAccount(ctx, body));
