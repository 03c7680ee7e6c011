import { token } from '@/lib/contract/session';
import { route } from '@/lib/server/http/route';
import { createToken } from '@/lib/server/services/token/create';
import { listTokens } from '@/lib/server/services/token/list';

export const GET = route(token.list, ({ ctx }) => listTokens(ctx));

export const POST = route(token.create, ({ ctx, body }) => createToken(ctx, body));
