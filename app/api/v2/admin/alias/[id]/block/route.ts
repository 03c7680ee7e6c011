import { oversight } from '@/lib/contract/oversight';
import { route } from '@/lib/server/http/route';
import { allowAlias, blockAlias } from '@/lib/server/services/oversight/block-alias';

export const POST = route(oversight.blockAlias, ({ ctx, params, body }) =>
  blockAlias(ctx, { ...body, adminKey: params.id }),
);

export const DELETE = route(oversight.allowAlias, ({ ctx, params }) =>
  allowAlias(ctx, { adminKey: params.id }),
);
