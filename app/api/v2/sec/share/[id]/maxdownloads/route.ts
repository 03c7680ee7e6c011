import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { setShareField } from '@/lib/server/services/share/set-field';

export const POST = route(share.setMaxDownloads, ({ ctx, params, body }) =>
  setShareField(ctx, params.id, { maxDownloads: body.value }),
);

export const DELETE = route(share.clearMaxDownloads, ({ ctx, params }) =>
  setShareField(ctx, params.id, { maxDownloads: null }),
);
