import { receipt } from '@/lib/contract/alias/receipt';
import { route } from '@/lib/server/http/route';
import { getReceipt } from '@/lib/server/services/delivery/receipt';

export const POST = route(receipt.look, ({ ctx, body }) => getReceipt(ctx, body));
