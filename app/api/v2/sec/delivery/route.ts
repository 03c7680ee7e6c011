import { deliveries } from '@/lib/contract/alias/deliveries';
import { route } from '@/lib/server/http/route';
import { searchDeliveries } from '@/lib/server/services/delivery/search';

export const GET = route(deliveries.search, ({ ctx, query }) => searchDeliveries(ctx, query));
