import { alias } from '@/lib/contract/alias/alias';
import { route } from '@/lib/server/http/route';
import { setInboxPassword } from '@/lib/server/services/alias/inbox-password';

export const POST = route(alias.setPassword, ({ ctx, params, body }) =>
  setInboxPassword(ctx, { aliasId: params.id, value: body.value }),
);

export const DELETE = route(alias.clearPassword, ({ ctx, params }) =>
  setInboxPassword(ctx, { aliasId: params.id, value: null }),
);
