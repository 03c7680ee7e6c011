import { activity } from '@/lib/contract/activity';
import { route } from '@/lib/server/http/route';
import { getShareActivity } from '@/lib/server/services/activity/share-activity';

export const GET = route(activity.ofShare, ({ ctx, params, query }) =>
  getShareActivity(ctx, { shareId: params.id, ...query }),
);
