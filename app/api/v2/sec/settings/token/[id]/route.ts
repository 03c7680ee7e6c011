import { token } from '@/lib/contract/session';
import { route } from '@/lib/server/http/route';
import { revokeToken } from '@/lib/features/token/tokens';

export const DELETE = route(token.revoke, ({ ctx, params }) => revokeToken(ctx, params));
