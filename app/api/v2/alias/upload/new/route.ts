import { share } from '@/lib/contract/share/share';
import { creationKeyOf } from '@/lib/server/http/proof';
import { route } from '@/lib/server/http/route';
import { createShareThroughAlias } from '@/lib/server/services/share/create';

export const POST = route(share.createThroughAlias, ({ ctx, body, headers }) =>
  createShareThroughAlias(ctx, body, creationKeyOf(headers)),
);
