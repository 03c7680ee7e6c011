import { round } from '@/lib/contract/alias/round';
import { decideCell } from '@/lib/features/request/decide';
import { route } from '@/lib/server/http/route';

export const POST = route(round.decide, ({ ctx, params, body }) =>
  decideCell(ctx, { aliasId: params.id, ...body }),
);
