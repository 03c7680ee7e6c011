import { deliveries } from '@/lib/contract/alias/deliveries';
import { route } from '@/lib/server/http/route';
import { setDone } from '@/lib/server/services/delivery/marks';

export const POST = route(deliveries.setDone, ({ ctx, params, body }) =>
  setDone(ctx, { shareId: params.id, value: body.value }),
);
