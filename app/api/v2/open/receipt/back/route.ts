import { receipt } from '@/lib/contract/alias/receipt';
import { route } from '@/lib/server/http/route';
import { removeBytesSoon } from '@/lib/server/jobs/bytes';
import { withdrawDelivery } from '@/lib/server/services/delivery/receipt';

export const POST = route(receipt.takeBack, async ({ ctx, body }) => {
  await withdrawDelivery(ctx, body);
  removeBytesSoon(ctx);
});
