import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { setShareField } from '@/lib/server/services/share/set-field';

export const POST = route(share.setName, ({ ctx, params, body }) =>
  setShareField(ctx, params.id, { name: body.value }, body),
);

export const DELETE = route(share.clearName, ({ ctx, params, query }) =>
  setShareField(ctx, params.id, { name: null }, query),
);
