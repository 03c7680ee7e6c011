import { round } from '@/lib/contract/alias/round';
import { removeRound } from '@/lib/features/request/rounds';
import { route } from '@/lib/server/http/route';

export const POST = route(round.remove, ({ ctx, params, body }) =>
  removeRound(ctx, { aliasId: params.id, ...body }),
);
