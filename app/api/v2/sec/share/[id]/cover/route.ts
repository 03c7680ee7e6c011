import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { setShareField } from '@/lib/server/services/share/set-field';

export const POST = route(share.setCover, ({ ctx, params, body }) =>
  setShareField(ctx, params.id, { cover: body.value }),
);

export const DELETE = route(share.clearCover, ({ ctx, params }) =>
  setShareField(ctx, params.id, { cover: null }),
);
