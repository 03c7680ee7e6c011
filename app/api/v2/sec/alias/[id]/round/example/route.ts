import { round } from '@/lib/contract/alias/round';
import { attachExample } from '@/lib/features/request/example';
import { route } from '@/lib/server/http/route';

export const POST = route(round.example, ({ ctx, params, body }) =>
  attachExample(ctx, { aliasId: params.id, ...body }),
);
