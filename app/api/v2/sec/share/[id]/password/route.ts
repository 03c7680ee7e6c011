import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { setShareField } from '@/lib/server/services/share/set-field';

export const POST = route(share.setPassword, ({ ctx, params, body }) =>
  setShareField(ctx, params.id, { password: body.value }),
);

export const DELETE = route(share.clearPassword, ({ ctx, params }) =>
  setShareField(ctx, params.id, { password: null }),
);
