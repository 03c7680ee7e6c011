import { asked } from '@/lib/contract/alias/asked';
import { noteSaved } from '@/lib/features/request/person';
import { inboxCookiesIn } from '@/lib/server/http/proof';
import { route } from '@/lib/server/http/route';

export const POST = route(asked.saved, ({ ctx, body, headers }) =>
  noteSaved(ctx, { ...body, proofs: inboxCookiesIn(headers) }),
);
