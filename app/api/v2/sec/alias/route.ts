import { alias } from '@/lib/contract/alias/alias';
import { route } from '@/lib/server/http/route';
import { createAlias } from '@/lib/server/services/alias/save';
import { searchAliases } from '@/lib/server/services/alias/search';

export const GET = route(alias.search, ({ ctx, query }) => searchAliases(ctx, query));

export const POST = route(alias.create, ({ ctx, body }) => createAlias(ctx, body));
