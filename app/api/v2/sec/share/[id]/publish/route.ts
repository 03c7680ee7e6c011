import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';

export const POST = route(share.publish, ({ ctx, params, body }) =>
  publishShare(ctx, { shareId: params.id, ...body }),
);

export const DELETE = route(share.unpublish, ({ ctx, params }) =>
  unpublishShare(ctx, { shareId: params.id }),
);
