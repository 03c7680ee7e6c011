import { ending } from '@/lib/contract/activity';
import { route } from '@/lib/server/http/route';
import { decideEnding } from '@/lib/server/services/ending/decide';

export const POST = route(ending.decide, ({ ctx, body }) => decideEnding(ctx, body));
