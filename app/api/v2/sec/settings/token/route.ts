import { token } from '@/lib/contract/session';
import { route } from '@/lib/server/http/route';
import { createToken, listTokens } from '@/lib/features/token/tokens';

export const GET = route(token.list, ({ ctx }) => listTokens(ctx));

export const POST = route(token.create, ({ ctx, body }) => createToken(ctx, body));
