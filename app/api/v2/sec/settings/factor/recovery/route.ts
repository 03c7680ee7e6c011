import { factor } from '@/lib/contract/factor';
import { route } from '@/lib/server/http/route';
import { renewRecoveryCodes } from '@/lib/server/services/factor/change';

export const POST = route(factor.renew, ({ ctx, body }) => renewRecoveryCodes(ctx, body));
