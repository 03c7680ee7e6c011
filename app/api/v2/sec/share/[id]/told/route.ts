import { activity } from '@/lib/contract/activity';
import { route } from '@/lib/server/http/route';
import { getShareNotifications, setShareNotifications } from '@/lib/server/services/activity/notifications';

export const GET = route(activity.told, ({ ctx, params }) =>
  getShareNotifications(ctx, { shareId: params.id }),
);

export const POST = route(activity.setTold, ({ ctx, params, body }) =>
  setShareNotifications(ctx, { shareId: params.id, ...body }),
);
