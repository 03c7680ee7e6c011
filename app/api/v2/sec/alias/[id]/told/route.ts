import { alias } from '@/lib/contract/alias/alias';
import { route } from '@/lib/server/http/route';
import { setAliasNotification } from '@/lib/server/services/alias/save';

export const POST = route(alias.setTold, ({ ctx, params, body }) =>
  setAliasNotification(ctx, { aliasId: params.id, value: body.value }),
);
