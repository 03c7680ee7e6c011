import { alias } from '@/lib/contract/alias/alias';
import { route } from '@/lib/server/http/route';
import { setTold } from '@/lib/server/services/alias/told';

export const POST = route(alias.setTold, ({ ctx, params, body }) =>
  setTold(ctx, { aliasId: params.id, value: body.value }),
);
