import { round } from '@/lib/contract/alias/round';
import { askAgain } from '@/lib/features/request/rounds';
import { route } from '@/lib/server/http/route';

export const POST = route(round.again, ({ ctx, params, body }) =>
  askAgain(ctx, { aliasId: params.id, ...body }),
);
