import { oversight } from '@/lib/contract/admin/oversight';
import { route } from '@/lib/server/http/route';
import { removeBlockedAlias } from '@/lib/server/services/oversight/block-alias';

export const DELETE = route(oversight.removeAlias, ({ ctx, params }) =>
  removeBlockedAlias(ctx, { adminKey: params.id }),
);
