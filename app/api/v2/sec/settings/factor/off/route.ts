import { factor } from '@/lib/contract/factor';
import { route } from '@/lib/server/http/route';
import { removeFactor } from '@/lib/server/services/factor/change';

export const POST = route(factor.remove, ({ ctx, body }) => removeFactor(ctx, body));
