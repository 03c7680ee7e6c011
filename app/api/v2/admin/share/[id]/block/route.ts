import { oversight } from '@/lib/contract/oversight';
import { route } from '@/lib/server/http/route';
import { allowShare, blockShare } from '@/lib/server/services/oversight/block-share';

export const POST = route(oversight.blockShare, ({ ctx, params, body }) =>
  blockShare(ctx, { ...body, shareId: params.id }),
);

export const DELETE = route(oversight.allowShare, ({ ctx, params }) =>
  allowShare(ctx, { shareId: params.id }),
);
