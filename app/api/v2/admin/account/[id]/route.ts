import { account } from '@/lib/contract/account/account';
import { route } from '@/lib/server/http/route';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { removeAccount } from '@/lib/server/services/account/remove';
import { getAccount } from '@/lib/server/services/account/search';

export const GET = route(account.get, ({ ctx, params }) => getAccount(ctx, { accountId: params.id }));

export const POST = route(account.modify, ({ ctx, params, body }) =>
  modifyAccount(ctx, { ...body, accountId: params.id }),
);

export const DELETE = route(account.remove, async ({ ctx, params, query }) => {
  await removeAccount(ctx, { accountId: params.id, heirId: query.heir });
  runJobSoon(ctx, 'remove accounts');
});
