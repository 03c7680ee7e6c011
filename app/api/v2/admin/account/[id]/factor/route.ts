import { account } from '@/lib/contract/account/account';
import { route } from '@/lib/server/http/route';
import { resetFactor } from '@/lib/server/services/factor/change';

export const DELETE = route(account.resetFactor, ({ ctx, params }) =>
  resetFactor(ctx, { accountId: params.id }),
);
