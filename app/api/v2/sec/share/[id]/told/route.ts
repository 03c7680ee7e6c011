import { activity } from '@/lib/contract/activity/activity';
import { route } from '@/lib/server/http/route';
import { getTold, setTold } from '@/lib/server/services/activity/told';

export const GET = route(activity.told, ({ ctx, params }) => getTold(ctx, { shareId: params.id }));

export const POST = route(activity.setTold, ({ ctx, params, body }) =>
  setTold(ctx, { shareId: params.id, ...body }),
);
