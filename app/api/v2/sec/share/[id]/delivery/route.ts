import { aliasForm } from '@/lib/contract/alias/alias-form';
import { route } from '@/lib/server/http/route';
import { getDelivery } from '@/lib/server/services/delivery/search';

export const GET = route(aliasForm.delivery, ({ ctx, params }) => getDelivery(ctx, { shareId: params.id }));
