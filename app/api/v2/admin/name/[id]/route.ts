import { oversight } from '@/lib/contract/admin/oversight';
import { route } from '@/lib/server/http/route';
import { removeName } from '@/lib/server/services/oversight/names';

export const DELETE = route(oversight.removeName, ({ ctx, params }) =>
  removeName(ctx, { accountId: params.id }),
);
