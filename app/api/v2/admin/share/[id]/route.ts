import { oversight } from '@/lib/contract/admin/oversight';
import { route } from '@/lib/server/http/route';
import { removeBytesSoon } from '@/lib/server/jobs/bytes';
import { removeBlockedShare } from '@/lib/server/services/oversight/block-share';

export const DELETE = route(oversight.removeShare, async ({ ctx, params }) => {
  await removeBlockedShare(ctx, { shareId: params.id });
  removeBytesSoon(ctx);
});
