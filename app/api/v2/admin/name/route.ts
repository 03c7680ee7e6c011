import { oversight } from '@/lib/contract/admin/oversight';
import { route } from '@/lib/server/http/route';
import { listNames } from '@/lib/server/services/oversight/names';

export const GET = route(oversight.names, ({ ctx, query }) => listNames(ctx, query));
