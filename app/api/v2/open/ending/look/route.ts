import { ending } from '@/lib/contract/activity';
import { localeOf } from '@/lib/server/http/refusal';
import { route } from '@/lib/server/http/route';
import { getEnding } from '@/lib/server/services/ending/decide';

export const POST = route(ending.look, ({ ctx, body, headers }) => getEnding(ctx, body, localeOf(headers)));
