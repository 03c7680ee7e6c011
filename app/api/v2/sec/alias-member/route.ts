import { alias } from '@/lib/contract/alias/alias';
import { route } from '@/lib/server/http/route';
import { searchPeople } from '@/lib/server/services/alias/search';

export const GET = route(alias.members, ({ ctx, query }) => searchPeople(ctx, query));
