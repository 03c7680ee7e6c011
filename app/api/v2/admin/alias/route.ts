import { oversight } from '@/lib/contract/admin/oversight';
import { route } from '@/lib/server/http/route';
import { overseeAliases } from '@/lib/server/services/oversight/list-aliases';

export const GET = route(oversight.aliases, ({ ctx, query }) => overseeAliases(ctx, query));
