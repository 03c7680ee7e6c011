import { round } from '@/lib/contract/alias/round';
import { getRequestLink } from '@/lib/features/request/people';
import { route } from '@/lib/server/http/route';

export const POST = route(round.link, ({ ctx, params, body }) =>
  getRequestLink(ctx, { aliasId: params.id, ...body }),
);
