import { asked } from '@/lib/contract/alias/asked';
import { getExample } from '@/lib/features/request/example';
import { inboxCookiesIn } from '@/lib/server/http/proof';
import { route } from '@/lib/server/http/route';

export const POST = route(asked.example, ({ ctx, body, headers }) =>
  getExample(ctx, { ...body, proofs: inboxCookiesIn(headers) }),
);
