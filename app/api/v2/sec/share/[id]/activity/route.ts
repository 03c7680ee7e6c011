import { activity } from '@/lib/contract/activity/activity';
import { route } from '@/lib/server/http/route';
import { activityOf } from '@/lib/server/services/activity/of-share';

export const GET = route(activity.ofShare, ({ ctx, params, query }) =>
  activityOf(ctx, { shareId: params.id, ...query }),
);
