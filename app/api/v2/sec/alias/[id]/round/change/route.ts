import { round } from '@/lib/contract/alias/round';
import { changeRound } from '@/lib/features/request/rounds';
import { route } from '@/lib/server/http/route';

export const POST = route(round.change, ({ ctx, params, body }) =>
  changeRound(ctx, { aliasId: params.id, ...body }),
);
