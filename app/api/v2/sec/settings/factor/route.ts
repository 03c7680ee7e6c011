import { factor } from '@/lib/contract/factor';
import { route } from '@/lib/server/http/route';
import { confirmFactor } from '@/lib/server/services/factor/set-up';
import { getFactor } from '@/lib/server/services/factor/state';

export const GET = route(factor.get, ({ ctx }) => getFactor(ctx));

export const POST = route(factor.confirm, ({ ctx, body }) => confirmFactor(ctx, body));
