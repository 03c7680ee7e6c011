import { share } from '@/lib/contract/share/share';
import { creationKeyOf } from '@/lib/server/http/proof';
import { route } from '@/lib/server/http/route';
import { createShare } from '@/lib/server/services/share/create';

export const POST = route(share.create, ({ ctx, body, headers }) =>
  createShare(ctx, body, creationKeyOf(headers)),
);
