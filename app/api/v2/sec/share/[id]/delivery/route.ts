import { aliasForm } from '@/lib/contract/alias/alias-form';
import { route } from '@/lib/server/http/route';
import { deliveryOf } from '@/lib/server/services/delivery/of-share';

export const GET = route(aliasForm.delivery, ({ ctx, params }) => deliveryOf(ctx, { shareId: params.id }));
