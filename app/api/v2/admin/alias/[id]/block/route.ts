import { oversight } from '@/lib/contract/admin/oversight';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { allowAlias, blockAlias } from '@/lib/server/services/oversight/block-alias';

export const POST = route(oversight.blockAlias, async ({ ctx, params, body }) => {
  await blockAlias(ctx, { ...body, adminKey: params.id });
  sendNoticesSoon(ctx);
});

export const DELETE = route(oversight.allowAlias, async ({ ctx, params }) => {
  await allowAlias(ctx, { adminKey: params.id });
  sendNoticesSoon(ctx);
});
