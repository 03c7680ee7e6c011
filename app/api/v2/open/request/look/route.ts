import { asked } from '@/lib/contract/alias/asked';
import { lookAtRequest } from '@/lib/features/request/person';
import { inboxCookiesIn } from '@/lib/server/http/proof';
import { route } from '@/lib/server/http/route';

export const POST = route(asked.look, ({ ctx, body, headers }) =>
  lookAtRequest(ctx, { ...body, proofs: inboxCookiesIn(headers) }),
);
