import { oversight } from '@/lib/contract/admin/oversight';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { allowShare, blockShare } from '@/lib/server/services/oversight/block-share';

export const POST = route(oversight.blockShare, async ({ ctx, params, body }) => {
  await blockShare(ctx, { ...body, shareId: params.id });
  sendNoticesSoon(ctx);
});

export const DELETE = route(oversight.allowShare, async ({ ctx, params }) => {
  await allowShare(ctx, { shareId: params.id });
  sendNoticesSoon(ctx);
});
