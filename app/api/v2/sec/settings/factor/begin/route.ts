import { factor } from '@/lib/contract/factor';
import { route } from '@/lib/server/http/route';
import { beginFactor } from '@/lib/server/services/factor/set-up';

export const POST = route(factor.begin, ({ ctx, body }) => beginFactor(ctx, body));
