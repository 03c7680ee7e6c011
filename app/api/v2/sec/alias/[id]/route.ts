import { alias } from '@/lib/contract/alias/alias';
import { route } from '@/lib/server/http/route';
import { modifyAlias, removeAlias } from '@/lib/server/services/alias/save';
import { getAlias } from '@/lib/server/services/alias/search';

export const GET = route(alias.get, ({ ctx, params }) => getAlias(ctx, { aliasId: params.id }));

export const POST = route(alias.modify, ({ ctx, params, body }) =>
  modifyAlias(ctx, { ...body, aliasId: params.id }),
);

export const DELETE = route(alias.remove, ({ ctx, params }) => removeAlias(ctx, { aliasId: params.id }));
