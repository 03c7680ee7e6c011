import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { removeBytesSoon } from '@/lib/server/jobs/bytes';
import { getShare } from '@/lib/server/services/share/detail';
import { removeShare } from '@/lib/server/services/share/remove';

export const GET = route(share.get, ({ ctx, params, query }) =>
  getShare(ctx, { shareId: params.id, ...query }),
);

export const DELETE = route(share.remove, async ({ ctx, params }) => {
  await removeShare(ctx, { shareId: params.id });
  removeBytesSoon(ctx);
});
