import { round } from '@/lib/contract/alias/round';
import { getBoard } from '@/lib/features/request/board';
import { route } from '@/lib/server/http/route';

export const GET = route(round.board, ({ ctx, params, query }) =>
  getBoard(ctx, { aliasId: params.id, ...query }),
);
