import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { clearLinkWords, setLinkWords } from '@/lib/server/services/share/link-words';

export const POST = route(share.setLink, ({ ctx, params, body: { value, ...more } }) =>
  setLinkWords(ctx, { shareId: params.id, words: value, ...more }),
);

export const DELETE = route(share.clearLink, ({ ctx, params, query }) =>
  clearLinkWords(ctx, { shareId: params.id, was: query.was }),
);
