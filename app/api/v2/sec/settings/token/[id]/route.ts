import { token } from '@/lib/contract/session';
import { revokeToken } from '@/lib/features/token/tokens';
import { route } from '@/lib/server/http/route';

export const DELETE = route(token.revoke, ({ ctx, params }) => revokeToken(ctx, params));
