import { round } from '@/lib/contract/alias/round';
import { withdrawRequest } from '@/lib/features/request/people';
import { route } from '@/lib/server/http/route';

export const POST = route(round.withdraw, ({ ctx, params, body }) =>
  withdrawRequest(ctx, { aliasId: params.id, ...body }),
);
