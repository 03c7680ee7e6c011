import { inboxSeal } from '@/lib/contract/share/sealed';
import { route } from '@/lib/server/http/route';
import { clearInboxSeal, getInboxSeal, setInboxSeal } from '@/lib/server/services/alias/inbox-seal';

export const GET = route(inboxSeal.get, ({ ctx, params }) => getInboxSeal(ctx, { aliasId: params.id }));

export const POST = route(inboxSeal.set, ({ ctx, params, body }) =>
  setInboxSeal(ctx, { ...body, aliasId: params.id }),
);

export const DELETE = route(inboxSeal.clear, ({ ctx, params }) =>
  clearInboxSeal(ctx, { aliasId: params.id }),
);
