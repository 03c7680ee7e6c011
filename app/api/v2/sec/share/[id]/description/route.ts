import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { setShareField } from '@/lib/server/services/share/set-field';

export const POST = route(share.setDescription, ({ ctx, params, body }) =>
  setShareField(ctx, params.id, { description: body.value }, body),
);
