import { token } from '@/lib/contract/session';
import { createToken, listTokens } from '@/lib/features/token/tokens';
import { route } from '@/lib/server/http/route';

export const GET = route(token.list, ({ ctx }) => listTokens(ctx));

export const POST = route(token.create, ({ ctx, body }) => createToken(ctx, body));
