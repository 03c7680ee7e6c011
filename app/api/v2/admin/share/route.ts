import { oversight } from '@/lib/contract/admin/oversight';
import { route } from '@/lib/server/http/route';
import { overseeShares } from '@/lib/server/services/oversight/list-shares';

export const GET = route(oversight.shares, ({ ctx, query }) => overseeShares(ctx, query));
