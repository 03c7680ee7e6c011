import { receipt } from '@/lib/contract/alias/receipt';
import { route } from '@/lib/server/http/route';
import { lookAtReceipt } from '@/lib/server/services/delivery/receipt';

export const POST = route(receipt.look, ({ ctx, body }) => lookAtReceipt(ctx, body));
