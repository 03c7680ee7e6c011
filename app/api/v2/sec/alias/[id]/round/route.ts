import { round } from '@/lib/contract/alias/round';
import { createRound, listRounds } from '@/lib/features/request/rounds';
import { route } from '@/lib/server/http/route';

export const GET = route(round.list, ({ ctx, params, query }) =>
  listRounds(ctx, { aliasId: params.id, ...query }),
);

export const POST = route(round.create, ({ ctx, params, body }) =>
  createRound(ctx, { aliasId: params.id, ...body }),
);
