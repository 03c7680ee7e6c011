import { asked } from '@/lib/contract/alias/asked';
import { beginSlot } from '@/lib/features/request/person';
import { inboxCookiesIn } from '@/lib/server/http/proof';
import { route } from '@/lib/server/http/route';

export const POST = route(asked.begin, ({ ctx, body, headers }) =>
  beginSlot(ctx, { ...body, proofs: inboxCookiesIn(headers) }),
);
